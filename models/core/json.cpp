// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"

#include <algorithm>

namespace streamgauge {

namespace {

/// Integers that a double holds exactly are written digit by digit, larger ones as the double they are to a reader.
QByteArray integerText(qint64 value)
{
    constexpr qint64 exact = qint64(1) << 53;
    return value >= -exact && value <= exact ? QByteArray::number(value) : jsonNumber(static_cast<double>(value));
}

enum class MemberOrder { AsGiven, Sorted };

void appendValue(QByteArray &out, const JsonValue &value, MemberOrder order);

void appendArray(QByteArray &out, const JsonValue::Array &array, MemberOrder order)
{
    out += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (i > 0)
            out += ',';
        appendValue(out, array[i], order);
    }
    out += ']';
}

void appendObject(QByteArray &out, const JsonValue::Object &object, MemberOrder order)
{
    std::vector<const JsonValue::Member *> members;
    members.reserve(object.size());
    for (const JsonValue::Member &member : object)
        members.push_back(&member);
    // QString compares by UTF-16 code units, the order that RFC 8785 asks for.
    if (order == MemberOrder::Sorted)
        std::sort(members.begin(), members.end(), [](const auto *a, const auto *b) { return a->first < b->first; });
    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (i > 0)
            out += ',';
        out += jsonString(members[i]->first);
        out += ':';
        appendValue(out, members[i]->second, order);
    }
    out += '}';
}

void appendValue(QByteArray &out, const JsonValue &value, MemberOrder order)
{
    switch (value.type()) {
    case JsonValue::Type::Null:
        out += "null";
        break;
    case JsonValue::Type::Bool:
        out += value.toBool() ? "true" : "false";
        break;
    case JsonValue::Type::Integer:
        out += integerText(value.toInteger());
        break;
    case JsonValue::Type::Double:
        out += jsonNumber(value.toDouble());
        break;
    case JsonValue::Type::String:
        out += jsonString(value.toString());
        break;
    case JsonValue::Type::Array:
        appendArray(out, value.array(), order);
        break;
    case JsonValue::Type::Object:
        appendObject(out, value.object(), order);
        break;
    }
}

} // namespace

bool JsonValue::toBool(bool otherwise) const
{
    const bool *value = std::get_if<bool>(&m_value);
    return value ? *value : otherwise;
}

qint64 JsonValue::toInteger(qint64 otherwise) const
{
    const qint64 *value = std::get_if<qint64>(&m_value);
    return value ? *value : otherwise;
}

double JsonValue::toDouble(double otherwise) const
{
    if (const qint64 *integer = std::get_if<qint64>(&m_value))
        return static_cast<double>(*integer);
    const double *value = std::get_if<double>(&m_value);
    return value ? *value : otherwise;
}

QString JsonValue::toString() const
{
    const QString *value = std::get_if<QString>(&m_value);
    return value ? *value : QString();
}

const JsonValue::Array &JsonValue::array() const
{
    static const Array empty;
    const Array *value = std::get_if<Array>(&m_value);
    return value ? *value : empty;
}

const JsonValue::Object &JsonValue::object() const
{
    static const Object empty;
    const Object *value = std::get_if<Object>(&m_value);
    return value ? *value : empty;
}

const JsonValue *JsonValue::find(QStringView key) const
{
    for (const Member &member : object()) {
        if (member.first == key)
            return &member.second;
    }
    return nullptr;
}

const JsonValue &JsonValue::operator[](QStringView key) const
{
    static const JsonValue null;
    const JsonValue *value = find(key);
    return value ? *value : null;
}

QByteArray canonicalJson(const JsonValue &value)
{
    QByteArray out;
    appendValue(out, value, MemberOrder::Sorted);
    return out;
}

QByteArray compactJson(const JsonValue &value)
{
    QByteArray out;
    appendValue(out, value, MemberOrder::AsGiven);
    return out;
}

} // namespace streamgauge
