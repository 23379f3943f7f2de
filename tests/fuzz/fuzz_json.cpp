// SPDX-License-Identifier: GPL-3.0-or-later
// What the strict reader accepts is written and read again, in each of the forms that the program writes; and another
// parser judges the same bytes.
#include "models/core/json.h"
#include "models/core/jsonwriter.h"
#include "tests/fuzz/require.h"

#include <simdjson.h>

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
    if (value)
        requireRoundTrips(*value);
    else
        requireWords(value.error());
    return 0;
}
