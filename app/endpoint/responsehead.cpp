// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/responsehead.h"

namespace streamgauge {

bool ResponseHead::addLine(QByteArrayView line)
{
    m_bytes += line.size();
    if (m_bytes > maxBytes)
        return false;
    if (m_complete)
        return true;
    const bool continued = line.startsWith(' ') || line.startsWith('\t');
    const QByteArrayView content = line.trimmed();
    if (m_status == 0 && content.startsWith("HTTP/"))
        addStatusLine(content);
    else if (content.isEmpty())
        m_complete = !std::exchange(m_interim, false);
    else if (!m_interim && continued && !m_fields.empty())
        m_fields.back().second.append(' ').append(content);
    else if (!m_interim)
        addField(content);
    return true;
}

QByteArray ResponseHead::value(QByteArrayView name) const
{
    for (const auto &[fieldName, fieldValue] : m_fields) {
        if (name.compare(fieldName, Qt::CaseInsensitive) == 0)
            return fieldValue;
    }
    return {};
}

void ResponseHead::addStatusLine(QByteArrayView line)
{
    const qsizetype space = line.indexOf(' ');
    const QByteArrayView rest = space < 0 ? QByteArrayView() : line.sliced(space).trimmed();
    const int code = rest.first(qMin<qsizetype>(3, rest.size())).toInt();
    m_interim = code >= 100 && code < 200;
    if (m_interim)
        return;
    m_status = code;
    m_reason = rest.sliced(qMin<qsizetype>(3, rest.size())).trimmed().toByteArray();
}

void ResponseHead::addField(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    if (colon <= 0)
        return;
    const QByteArrayView name = line.first(colon).trimmed();
    const QByteArrayView value = line.sliced(colon + 1).trimmed();
    for (auto &[fieldName, fieldValue] : m_fields) {
        if (name.compare(fieldName, Qt::CaseInsensitive) == 0) {
            fieldValue.append(", ").append(value);
            return;
        }
    }
    m_fields.emplace_back(name.toByteArray(), value.toByteArray());
}

} // namespace streamgauge
