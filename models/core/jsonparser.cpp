// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes nlohmann/json.hpp: it is slow to compile.
#include "models/core/json.h"
#include "models/core/plaintext.h"

#include <QCoreApplication>
#include <QSet>

#include <nlohmann/json.hpp>

#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

namespace streamgauge {

namespace {

using Nlohmann = nlohmann::json;

struct Json {
    Q_DECLARE_TR_FUNCTIONS(Json)
};

/// "line 3, column 14" of a byte; columns count characters.
QString placeOf(QByteArrayView bytes, qsizetype at)
{
    const QByteArrayView before = bytes.first(std::clamp<qsizetype>(at, 0, bytes.size()));
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    const auto column =
        1 + before.size() - lineStart - std::count_if(before.begin() + lineStart, before.end(), continuation);
    return Json::tr("line %1, column %2").arg(line).arg(column);
}

/// Walks over the bytes and keeps count of those read: the SAX interface tells no position.
class CountingIterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    CountingIterator() = default;
    CountingIterator(const char *at, qsizetype *count)
        : m_at(at)
        , m_count(count)
    {
    }

    reference operator*() const { return *m_at; }
    CountingIterator &operator++()
    {
        ++m_at;
        ++*m_count;
        return *this;
    }
    CountingIterator operator++(int)
    {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountingIterator &a, const CountingIterator &b) { return a.m_at == b.m_at; }

private:
    const char *m_at = nullptr;
    qsizetype *m_count = nullptr;
};

/// An array or object whose end has not come yet.
struct OpenContainer {
    bool isObject = false;
    JsonValue::Array array;
    JsonValue::Object object;
    QString key;
    QSet<QString> keys; ///< filled once there are too many members to compare with each

    bool takeKey(const QString &name)
    {
        constexpr std::size_t fewMembers = 32;
        bool known = false;
        if (object.size() < fewMembers) {
            known = std::any_of(object.begin(), object.end(), [&](const auto &m) { return m.first == name; });
        } else {
            if (keys.isEmpty()) {
                for (const JsonValue::Member &member : object)
                    keys.insert(member.first);
            }
            known = keys.contains(name);
            keys.insert(name);
        }
        key = name;
        return !known;
    }
};

/// Builds the value from nlohmann's events; every refusal of ours ends the reading.
class Builder final : public nlohmann::json_sax<Nlohmann> {
public:
    Builder(QByteArrayView bytes, int depth)
        : m_bytes(bytes)
        , m_depth(depth)
    {
    }

    [[nodiscard]] qsizetype *consumed() { return &m_consumed; }
    [[nodiscard]] std::optional<Error> takeError() { return std::move(m_error); }
    [[nodiscard]] JsonValue takeRoot() { return std::move(m_root); }

    bool null() override { return add(JsonValue()); }
    bool boolean(bool value) override { return add(JsonValue(value)); }
    bool number_integer(number_integer_t value) override { return add(JsonValue(qint64(value))); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (value > number_unsigned_t(std::numeric_limits<qint64>::max()))
            return add(JsonValue(static_cast<double>(value)));
        return add(JsonValue(static_cast<qint64>(value)));
    }
    bool number_float(number_float_t value, const string_t &) override { return add(JsonValue(double(value))); }
    bool string(string_t &value) override { return add(JsonValue(QString::fromStdString(value))); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }

    bool key(string_t &name) override
    {
        const QString text = QString::fromStdString(name);
        return m_open.back().takeKey(text)
            || refuse(QStringLiteral("json.duplicate_key"),
                Json::tr("The key \"%1\" stands twice in one object (%2). Remove one of the two.")
                    .arg(plainName(text), here()));
    }

    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &problem) override
    {
        // nlohmann's text repeats the place in front of the reason, in its own form.
        const QString text = QString::fromUtf8(problem.what());
        const qsizetype start = text.indexOf(QStringLiteral(": "), text.indexOf(QStringLiteral("] "))) + 2;
        const QString reason = text.mid(start);
        const qsizetype at = position > 0 ? static_cast<qsizetype>(position) - 1 : m_consumed;
        return refuse(QStringLiteral("json.syntax"),
            Json::tr("This is not JSON at %1: %2").arg(placeOf(m_bytes, at), plainExcerpt(reason, 300)));
    }

private:
    [[nodiscard]] QString here() const { return placeOf(m_bytes, m_consumed - 1); }

    bool refuse(const QString &code, const QString &message)
    {
        m_error = Error{code, message};
        return false;
    }

    bool add(JsonValue value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return true;
        }
        OpenContainer &top = m_open.back();
        if (top.isObject)
            top.object.emplace_back(std::move(top.key), std::move(value));
        else
            top.array.push_back(std::move(value));
        return true;
    }

    bool open(bool isObject)
    {
        if (static_cast<int>(m_open.size()) >= m_depth) {
            return refuse(QStringLiteral("json.depth"),
                Json::tr("More than %1 arrays and objects inside each other (%2).").arg(m_depth).arg(here()));
        }
        m_open.emplace_back().isObject = isObject;
        return true;
    }

    bool close()
    {
        OpenContainer top = std::move(m_open.back());
        m_open.pop_back();
        return add(top.isObject ? JsonValue(std::move(top.object)) : JsonValue(std::move(top.array)));
    }

    QByteArrayView m_bytes;
    int m_depth;
    qsizetype m_consumed = 0;
    std::vector<OpenContainer> m_open;
    JsonValue m_root;
    std::optional<Error> m_error;
};

qsizetype firstBadByte(std::string_view bytes)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const Utf8Piece piece = firstUtf8Piece(bytes.substr(at));
        if (!piece.valid)
            break;
        at += piece.length;
    }
    return static_cast<qsizetype>(at);
}

/// What nlohmann would take or report badly: it skips a BOM and reads NUL as the end.
std::optional<Error> problemOfBytes(QByteArrayView bytes, const JsonLimits &limits)
{
    if (bytes.isEmpty())
        return Error{QStringLiteral("json.empty"), Json::tr("There is no JSON: the text is empty.")};
    if (bytes.size() > limits.bytes) {
        return Error{QStringLiteral("json.size"),
            Json::tr("The JSON text has %1 bytes; at most %2 are read.").arg(bytes.size()).arg(limits.bytes)};
    }
    if (bytes.startsWith("\xEF\xBB\xBF")) {
        return Error{QStringLiteral("json.syntax"),
            Json::tr(
                "This is not JSON at line 1, column 1: it begins with a byte order mark. Save it as plain UTF-8.")};
    }
    if (!QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8()) {
        const qsizetype at = firstBadByte({bytes.data(), static_cast<std::size_t>(bytes.size())});
        return Error{QStringLiteral("json.utf8"),
            Json::tr("The text is not UTF-8: byte 0x%1 at %2. Save it as UTF-8.")
                .arg(static_cast<unsigned char>(bytes[at]), 2, 16, QLatin1Char('0'))
                .arg(placeOf(bytes, at))};
    }
    if (const qsizetype at = bytes.indexOf('\0'); at >= 0) {
        return Error{QStringLiteral("json.syntax"),
            Json::tr("This is not JSON at %1: a NUL character.").arg(placeOf(bytes, at))};
    }
    return std::nullopt;
}

} // namespace

Result<JsonValue> parseJson(QByteArrayView utf8, const JsonLimits &limits)
{
    if (std::optional<Error> problem = problemOfBytes(utf8, limits))
        return tl::unexpected<Error>(std::move(*problem));
    Builder builder(utf8, limits.depth);
    const CountingIterator first(utf8.data(), builder.consumed());
    const CountingIterator last(utf8.data() + utf8.size(), builder.consumed());
    if (!Nlohmann::sax_parse(first, last, &builder)) {
        std::optional<Error> problem = builder.takeError();
        Q_ASSERT(problem);
        return tl::unexpected<Error>(std::move(*problem));
    }
    return builder.takeRoot();
}

} // namespace streamgauge
