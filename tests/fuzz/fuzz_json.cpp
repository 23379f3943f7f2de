// SPDX-License-Identifier: GPL-3.0-or-later
// What the strict reader accepts is written and read again, in each of the forms that the program writes; and another
// parser judges the same bytes.
#include "models/core/json.h"
#include "models/core/jsoncursor.h"
#include "models/core/jsonwriter.h"
#include "tests/fuzz/cutreads.h"
#include "tests/fuzz/require.h"

#include <simdjson.h>

#include <map>

using namespace streamgauge;
using namespace streamgauge::fuzz;

namespace {

/// As JSON has it: 3 and 3.0 are one number.
bool same(const JsonValue &a, const JsonValue &b)
{
    if (a.isNumber() && b.isNumber())
        return a.toDouble() == b.toDouble();
    if (a.type() != b.type())
        return false;
    if (!a.isArray() && !a.isObject())
        return a == b;
    const bool elements = std::equal(a.array().begin(), a.array().end(), b.array().begin(), b.array().end(), same);
    const auto sameMember = [](const JsonValue::Member &one, const JsonValue::Member &other) {
        return one.first == other.first && same(one.second, other.second);
    };
    return elements
        && std::equal(a.object().begin(), a.object().end(), b.object().begin(), b.object().end(), sameMember);
}

void write(JsonWriter &json, const JsonValue &value)
{
    switch (value.type()) {
    case JsonValue::Type::Null:
        json.null();
        break;
    case JsonValue::Type::Bool:
        json.boolean(value.toBool());
        break;
    case JsonValue::Type::Integer:
        json.integer(value.toInteger());
        break;
    case JsonValue::Type::Double:
        json.number(value.toDouble());
        break;
    case JsonValue::Type::String:
        json.string(value.toString());
        break;
    case JsonValue::Type::Array:
        json.beginArray();
        for (const JsonValue &element : value.array())
            write(json, element);
        json.endArray();
        break;
    case JsonValue::Type::Object:
        json.beginObject();
        for (const auto &[key, member] : value.object())
            write(json.key(key), member);
        json.endObject();
        break;
    }
}

QByteArray written(const JsonValue &value, JsonWriter::Layout layout)
{
    QByteArray out;
    JsonWriter json(out, layout);
    write(json, value);
    return out;
}

JsonValue readBack(const QByteArray &text)
{
    const auto value = parseJson(text);
    require(value.has_value(), "what was written is read", text);
    return *value;
}

void requireRoundTrips(const JsonValue &value)
{
    const QByteArray compact = compactJson(value);
    require(same(readBack(compact), value), "the compact form says the same", compact);
    requireSame(compactJson(readBack(compact)), compact, "the compact form, twice");
    const QByteArray canonical = canonicalJson(value);
    requireSame(canonicalJson(readBack(canonical)), canonical, "the canonical form, twice");
    requireSame(canonicalJson(readBack(compact)), canonical, "the canonical form, by way of the compact one");
    for (const auto layout : {JsonWriter::Layout::Lines, JsonWriter::Layout::OneLine}) {
        const QByteArray lines = written(value, layout);
        require(same(readBack(lines), value), "the writer's form says the same", lines);
    }
}

/// Takes every second array, by the length of its place.
class EverySecond final : public JsonTaker {
public:
    bool wants(const QString &pointer) override { return pointer.size() % 2 == 1; }
    void take(const QString &pointer, std::size_t index, JsonValue element) override
    {
        JsonValue::Array &elements = m_taken[pointer];
        require(elements.size() == index, "elements are taken in their order");
        elements.push_back(std::move(element));
    }

    /// The value as a document that left those arrays empty has it; looks that their elements were taken.
    [[nodiscard]] JsonValue without(const JsonValue &value, const QString &pointer)
    {
        if (value.isArray() && wants(pointer)) {
            require(JsonValue(m_taken[pointer]) == value, "all elements were taken");
            return JsonValue(JsonValue::Array());
        }
        JsonValue::Array elements;
        for (const JsonValue &element : value.array())
            elements.push_back(without(element, pointer + u'/' + QString::number(elements.size())));
        JsonValue::Object members;
        for (const auto &[key, member] : value.object())
            members.emplace_back(key, without(member, pointer + u'/' + pointerToken(key)));
        return value.isArray() ? JsonValue(elements) : value.isObject() ? JsonValue(members) : value;
    }

private:
    std::map<QString, JsonValue::Array> m_taken;
};

/// In pieces the text says the same, and what is wrong with it is the same.
void requireSameInPieces(QByteArrayView text, const Result<JsonValue> &whole)
{
    const quint8 how = text.isEmpty() ? 0 : quint8(text.back());
    for (const quint8 cuts : {quint8(0), quint8(1), how}) {
        EverySecond taker;
        const auto value = parseJson(piecesOf(text, cuts), taker);
        require(value.has_value() == whole.has_value(), "pieces change no judgement", text);
        if (value)
            require(*value == taker.without(*whole, {}), "pieces change no value", text);
        else
            requireSame(value.error().message.toUtf8(), whole.error().message.toUtf8(), "errors, in pieces and whole");
    }
}

/// Where the two parsers may differ: what is refused on purpose, numbers that one of them has no type for, and halves
/// of surrogate pairs.
void requireAgreement(QByteArrayView text, const Result<JsonValue> &strict)
{
    static simdjson::dom::parser parser;
    const auto error = parser.parse(text.data(), std::size_t(text.size())).error();
    if (strict.has_value()) {
        const bool reasonable = error == simdjson::SUCCESS || error == simdjson::NUMBER_ERROR;
        require(reasonable, simdjson::error_message(error), text);
        return;
    }
    if (error != simdjson::SUCCESS)
        return;
    const QString &code = strict.error().code;
    const bool onPurpose = code == u"json.duplicate_key" || code == u"json.depth";
    require(
        onPurpose || text.contains("\\u") || text.contains("\xEF\xBB\xBF") || text.contains('e') || text.contains('E'),
        "what another parser takes is refused for a reason", strict.error().message.toUtf8());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView text(data, static_cast<qsizetype>(size));
    const auto value = parseJson(text);
    requireAgreement(text, value);
    requireSameInPieces(text, value);
    if (value)
        requireRoundTrips(*value);
    else
        requireWords(value.error());
    return 0;
}
