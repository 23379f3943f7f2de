// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/jsoncursor.h"

#include "models/core/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Cursor {
    Q_DECLARE_TR_FUNCTIONS(JsonCursor)
};

QString excerpt(const JsonValue &value)
{
    if (value.isArray())
        return Cursor::tr("an array");
    if (value.isObject())
        return Cursor::tr("an object");
    constexpr qsizetype shown = 80;
    QString text = QString::fromUtf8(compactJson(value));
    if (value.type() == JsonValue::Type::Double && !text.contains(u'.') && !text.contains(u'e'))
        text += u".0"_s; // the point is what is wrong with it
    return plainExcerpt(text, shown);
}

const JsonValue &nothing()
{
    static const JsonValue null;
    return null;
}

} // namespace

QString pointerToken(QStringView key)
{
    return key.toString().replace(u'~', u"~0"_s).replace(u'/', u"~1"_s);
}

JsonCursor::JsonCursor(const JsonValue &value, Problem &problem, QString pointer)
    : m_value(&value)
    , m_problem(&problem)
    , m_pointer(std::move(pointer))
{
}

QString JsonCursor::memberPointer(QStringView key) const
{
    return m_pointer + u'/' + pointerToken(key);
}

JsonCursor JsonCursor::operator[](QStringView key) const
{
    if (!m_value->isObject()) {
        expected(Cursor::tr("an object"));
        return JsonCursor(nothing(), *m_problem, memberPointer(key));
    }
    const JsonValue *member = m_value->find(key);
    JsonCursor cursor(member ? *member : nothing(), *m_problem, memberPointer(key));
    if (!member)
        cursor.refuse(Cursor::tr("is missing"));
    return cursor;
}

JsonCursor JsonCursor::ifThere(QStringView key) const
{
    if (m_value->isObject() && !m_value->find(key))
        return JsonCursor(nothing(), *m_problem, memberPointer(key));
    return (*this)[key];
}

JsonCursor JsonCursor::at(const QString &rest) const
{
    return {nothing(), *m_problem, m_pointer + rest};
}

QString JsonCursor::text() const
{
    if (!m_value->isString())
        expected(Cursor::tr("a string"));
    return m_value->toString();
}

QString JsonCursor::textOrNull() const
{
    return isNull() ? QString() : text();
}

bool JsonCursor::boolean() const
{
    if (m_value->type() != JsonValue::Type::Bool)
        expected(Cursor::tr("true or false"));
    return m_value->toBool();
}

std::optional<bool> JsonCursor::booleanOrNull() const
{
    return isNull() ? std::nullopt : std::optional(boolean());
}

qint64 JsonCursor::integer(qint64 low, qint64 high) const
{
    const qint64 value = m_value->toInteger(low);
    if (m_value->type() != JsonValue::Type::Integer)
        expected(Cursor::tr("a whole number"));
    else if (value < low || value > high)
        refuse(Cursor::tr("is %1; it must be from %2 to %3").arg(value).arg(low).arg(high));
    return std::clamp(value, low, high);
}

std::optional<qint64> JsonCursor::integerOrNull(qint64 low) const
{
    return isNull() ? std::nullopt : std::optional(integer(low));
}

int JsonCursor::count() const
{
    return static_cast<int>(integer(0, std::numeric_limits<int>::max()));
}

double JsonCursor::number() const
{
    if (!m_value->isNumber())
        expected(Cursor::tr("a number"));
    return m_value->toDouble();
}

std::optional<double> JsonCursor::numberOrNull() const
{
    return isNull() ? std::nullopt : std::optional(number());
}

qint64 JsonCursor::millis() const
{
    constexpr double nsPerMs = 1e6;
    constexpr double longest = 2e9; // 23 days: below 2^51 ns the double nearest to the decimals gives them back
    const double ms = number();
    if (!(ms >= 0 && ms <= longest)) {
        refuse(Cursor::tr("is %1; a time in milliseconds is from 0 to %2").arg(excerpt(*m_value)).arg(longest));
        return 0;
    }
    return std::llround(ms * nsPerMs);
}

std::optional<qint64> JsonCursor::millisOrNull() const
{
    return isNull() ? std::nullopt : std::optional(millis());
}

QDateTime JsonCursor::moment() const
{
    const QString written = text();
    QDateTime moment = QDateTime::fromString(written, Qt::ISODate).toUTC();
    if (!moment.isValid() || moment.toString(Qt::ISODate) != written)
        refuse(Cursor::tr("is no time in UTC such as 2026-01-31T12:00:00Z"));
    return moment;
}

void JsonCursor::allowOnly(std::initializer_list<QStringView> keys) const
{
    for (const JsonValue::Member &member : members()) {
        if (std::find(keys.begin(), keys.end(), member.first) == keys.end()) {
            JsonCursor(member.second, *m_problem, memberPointer(member.first))
                .refuse(Cursor::tr("is not a key of this format"));
        }
    }
}

void JsonCursor::refuse(const QString &what) const
{
    if (m_problem->first)
        return;
    constexpr qsizetype longest = 1000; // a key may be as long as the file
    const QString place = m_pointer.isEmpty() ? Cursor::tr("the document") : plainExcerpt(m_pointer, longest);
    m_problem->first = Error{m_problem->code, place + u' ' + what + u'.'};
}

void JsonCursor::expected(const QString &type) const
{
    refuse(Cursor::tr("is %1; it must be %2").arg(excerpt(*m_value), type));
}

const JsonValue::Array &JsonCursor::elements() const
{
    if (!m_value->isArray())
        expected(Cursor::tr("an array"));
    return m_value->array();
}

const JsonValue::Object &JsonCursor::members() const
{
    if (!m_value->isObject())
        expected(Cursor::tr("an object"));
    return m_value->object();
}

} // namespace streamgauge
