// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/retryafter.h"

#include <QLocale>
#include <QNetworkReply>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

std::optional<double> nonNegativeNumber(const QByteArray &text)
{
    bool ok = false;
    const double number = text.trimmed().toDouble(&ok);
    if (!ok || !std::isfinite(number))
        return std::nullopt;
    return std::max(0.0, number);
}

/// The three forms of a date in HTTP (RFC 9110, 5.6.7), always in UTC.
QDateTime httpDate(const QByteArray &text)
{
    const QString simplified = QString::fromLatin1(text).simplified();
    for (const auto &form :
        {u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s, u"dddd, dd-MMM-yy hh:mm:ss 'GMT'"_s, u"ddd MMM d hh:mm:ss yyyy"_s}) {
        QDateTime date = QLocale::c().toDateTime(simplified, form);
        if (!date.isValid())
            continue;
        date.setTimeSpec(Qt::UTC);
        // Qt reads two digits of a year as 19xx.
        return date.date().year() < 1970 ? date.addYears(100) : date;
    }
    return {};
}

} // namespace

RetryHeaders retryHeadersOf(const QNetworkReply &reply)
{
    return {.retryAfterMs = reply.rawHeader("retry-after-ms"),
        .retryAfter = reply.rawHeader("Retry-After"),
        .date = reply.rawHeader("Date")};
}

std::optional<double> retryAfterSeconds(const RetryHeaders &headers, const QDateTime &now)
{
    if (const auto ms = nonNegativeNumber(headers.retryAfterMs))
        return *ms / 1000;
    if (const auto seconds = nonNegativeNumber(headers.retryAfter))
        return seconds;
    // Reading a date takes the zone's rules into account, under a lock of the system's; most replies carry none.
    const QDateTime until = headers.retryAfter.isEmpty() ? QDateTime() : httpDate(headers.retryAfter);
    if (!until.isValid())
        return std::nullopt;
    const QDateTime sent = httpDate(headers.date);
    const qint64 ms = (sent.isValid() ? sent : now).msecsTo(until);
    return std::max(0.0, static_cast<double>(ms) / 1000);
}

} // namespace streamgauge
