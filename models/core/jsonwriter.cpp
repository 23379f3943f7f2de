// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/jsonwriter.h"

#include "models/core/json.h"

#include <cmath>

namespace streamgauge {

JsonWriter::JsonWriter(QByteArray &out, Layout layout)
    : m_out(out)
    , m_oneLine(layout == Layout::OneLine)
{
}

JsonWriter &JsonWriter::beginObject(Layout layout)
{
    return open('{', false, layout);
}

JsonWriter &JsonWriter::endObject()
{
    Q_ASSERT(!m_levels.empty() && !m_levels.back().array && !m_afterKey);
    close('}');
    return *this;
}

JsonWriter &JsonWriter::beginArray(Layout layout)
{
    return open('[', true, layout);
}

JsonWriter &JsonWriter::endArray()
{
    Q_ASSERT(!m_levels.empty() && m_levels.back().array);
    close(']');
    return *this;
}

JsonWriter &JsonWriter::key(QStringView name)
{
    Q_ASSERT(!m_levels.empty() && !m_levels.back().array && !m_afterKey);
    separate();
    m_out += jsonString(name);
    m_out += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter &JsonWriter::null()
{
    return raw("null");
}

JsonWriter &JsonWriter::boolean(bool value)
{
    return raw(value ? "true" : "false");
}

JsonWriter &JsonWriter::integer(qint64 value)
{
    return raw(QByteArray::number(value));
}

JsonWriter &JsonWriter::number(double finite)
{
    return raw(jsonNumber(finite));
}

JsonWriter &JsonWriter::number(std::optional<double> value)
{
    return value && std::isfinite(*value) ? number(*value) : null();
}

JsonWriter &JsonWriter::strings(const QStringList &texts, Layout layout)
{
    beginArray(layout);
    for (const QString &text : texts)
        string(text);
    return endArray();
}

JsonWriter &JsonWriter::string(QStringView text)
{
    return raw(jsonString(text));
}

JsonWriter &JsonWriter::millis(qint64 ns)
{
    constexpr qint64 nsPerMs = 1'000'000;
    QByteArray text = QByteArray::number(qAbs(ns / nsPerMs));
    if (const qint64 rest = qAbs(ns % nsPerMs); rest != 0) {
        text += '.' + QByteArray::number(rest).rightJustified(6, '0');
        while (text.endsWith('0'))
            text.chop(1);
    }
    return raw(ns < 0 ? '-' + text : text);
}

JsonWriter &JsonWriter::raw(QByteArrayView json)
{
    // In an object a value follows its key, which has set the comma already.
    Q_ASSERT(m_levels.empty() || m_levels.back().array || m_afterKey);
    if (!m_afterKey)
        separate();
    m_afterKey = false;
    m_out += json;
    constexpr qsizetype much = qsizetype(1) << 18;
    if (m_drain && m_out.size() >= much)
        flush();
    return *this;
}

void JsonWriter::flush()
{
    if (!m_drain)
        return;
    m_drain(m_out);
    m_out.resize(0);
}

JsonWriter &JsonWriter::open(char bracket, bool array, Layout layout)
{
    raw(QByteArrayView(&bracket, 1));
    const bool oneLine = layout == Layout::OneLine || (m_levels.empty() ? m_oneLine : m_levels.back().oneLine);
    m_levels.push_back({array, oneLine, true});
    return *this;
}

void JsonWriter::separate()
{
    if (m_levels.empty())
        return;
    Level &level = m_levels.back();
    if (!level.empty)
        m_out += level.oneLine ? ", " : ",";
    if (!level.oneLine)
        breakLine();
    level.empty = false;
}

void JsonWriter::close(char bracket)
{
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (!level.empty && !level.oneLine)
        breakLine();
    m_out += bracket;
}

void JsonWriter::breakLine()
{
    m_out += '\n';
    m_out.append(2 * static_cast<qsizetype>(m_levels.size()), ' ');
}

} // namespace streamgauge
