// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes nlohmann/json.hpp: it is slow to compile.
#include "models/core/json.h"
#include "models/core/jsoncursor.h"
#include "models/core/jsonfeed.h"
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

/// Walks over a feed; the parser takes nothing but iterators.
class FeedIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    FeedIterator() = default; ///< the end
    explicit FeedIterator(JsonFeed &feed)
        : m_feed(&feed)
    {
    }

    reference operator*() const { return m_feed->current(); }
    FeedIterator &operator++()
    {
        m_feed->advance();
        return *this;
    }
    FeedIterator operator++(int)
    {
        const FeedIterator before = *this;
        m_feed->advance();
        return before;
    }
    /// Of one feed, whose iterators all stand at the same place: equal where both are at its end or neither is.
    friend bool operator==(const FeedIterator &a, const FeedIterator &b) { return a.isEnd() == b.isEnd(); }

private:
    [[nodiscard]] bool isEnd() const { return !m_feed || m_feed->atEnd(); }

    JsonFeed *m_feed = nullptr;
};

/// An array or object whose end has not come yet.
struct OpenContainer {
    bool isObject = false;
    JsonValue::Array array;
    JsonValue::Object object;
    QString key;
    QSet<QString> keys; ///< filled once there are too many members to compare with each
    QString wantedAt; ///< its pointer, where it is an array whose elements are taken one by one
    std::size_t taken = 0;

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
    Builder(JsonFeed &feed, int depth, JsonTaker *taker)
        : m_feed(feed)
        , m_depth(depth)
        , m_taker(taker)
    {
    }

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
        const QString place = m_feed.placeOfByte(static_cast<qint64>(position));
        return refuse(QStringLiteral("json.syntax"),
            Json::tr("This is not JSON at %1: %2").arg(place, plainExcerpt(reason, 300)));
    }

private:
    [[nodiscard]] QString here() const { return m_feed.placeOfByte(m_feed.consumed()); }

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
        if (!top.wantedAt.isEmpty()) {
            m_feed.endElement();
            m_taker->take(top.wantedAt, top.taken++, std::move(value));
        } else if (top.isObject) {
            top.object.emplace_back(std::move(top.key), std::move(value));
        } else {
            top.array.push_back(std::move(value));
        }
        return true;
    }

    [[nodiscard]] QString pointerToNext() const
    {
        QString pointer;
        for (const OpenContainer &container : m_open)
            pointer +=
                u'/' + (container.isObject ? pointerToken(container.key) : QString::number(container.array.size()));
        return pointer;
    }

    bool open(bool isObject)
    {
        if (static_cast<int>(m_open.size()) >= m_depth) {
            return refuse(QStringLiteral("json.depth"),
                Json::tr("More than %1 arrays and objects inside each other (%2).").arg(m_depth).arg(here()));
        }
        if (!m_open.empty() && !m_open.back().wantedAt.isEmpty())
            m_feed.beginElement();
        QString wantedAt;
        if (m_taker && !isObject && !m_open.empty() && !m_feed.isWithinElement()) {
            if (const QString pointer = pointerToNext(); m_taker->wants(pointer))
                wantedAt = pointer;
        }
        OpenContainer &opened = m_open.emplace_back();
        opened.isObject = isObject;
        opened.wantedAt = wantedAt;
        return true;
    }

    bool close()
    {
        OpenContainer top = std::move(m_open.back());
        m_open.pop_back();
        return add(top.isObject ? JsonValue(std::move(top.object)) : JsonValue(std::move(top.array)));
    }

    JsonFeed &m_feed;
    int m_depth;
    JsonTaker *m_taker;
    std::vector<OpenContainer> m_open;
    JsonValue m_root;
    std::optional<Error> m_error;
};

Result<JsonValue> parseFrom(JsonFeed &feed, int depth, JsonTaker *taker)
{
    if (feed.atEnd() && !feed.problem())
        return failure(QStringLiteral("json.empty"), Json::tr("There is no JSON: the text is empty."));
    Builder builder(feed, depth, taker);
    const bool read = Nlohmann::sax_parse(FeedIterator(feed), FeedIterator(), &builder);
    std::optional<Error> problem = builder.takeError();
    // What ended the text too early is what made it no JSON.
    if (feed.problem())
        problem = feed.problem();
    Q_ASSERT(read || problem);
    if (problem)
        return tl::unexpected<Error>(std::move(*problem));
    return builder.takeRoot();
}

} // namespace

Result<JsonValue> parseJson(QByteArrayView utf8, const JsonLimits &limits)
{
    if (utf8.size() > limits.bytes)
        return tl::unexpected<Error>(JsonFeed::tooLong(utf8.size(), limits.bytes));
    JsonFeed feed(utf8);
    return parseFrom(feed, limits.depth, nullptr);
}

Result<JsonValue> parseJson(const JsonPieces &pieces, JsonTaker &taker, const JsonLimits &limits)
{
    JsonFeed feed(pieces, limits.bytes);
    return parseFrom(feed, limits.depth, &taker);
}

} // namespace streamgauge
