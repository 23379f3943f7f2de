// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace streamgauge {

namespace {

/// Exactly half way between two decimals: value x 10^d x 2 is odd only if value x 2^(d+1) is.
bool isTie(double value, int decimals)
{
    const double scaled = std::ldexp(value, decimals + 1);
    return std::fabs(std::fmod(scaled, 2)) == 1;
}

/// std::to_chars rounds the exact double, ties to even; the next double away from zero breaks a tie the other way.
std::string roundedText(double value, int decimals)
{
    Q_ASSERT(std::isfinite(value) && decimals >= 0);
    if (isTie(value, decimals))
        value = std::nextafter(value, std::copysign(std::numeric_limits<double>::infinity(), value));
    char buffer[400]; // 309 digits, the point and the decimals
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    Q_ASSERT(error == std::errc());
    return std::string(buffer, end);
}

/// Commas between the thousands of the whole part.
QString grouped(QString number)
{
    const qsizetype first = number.startsWith(QLatin1Char('-')) ? 1 : 0;
    const qsizetype point = number.indexOf(QLatin1Char('.'));
    for (qsizetype at = (point < 0 ? number.size() : point) - 3; at > first; at -= 3)
        number.insert(at, QLatin1Char(','));
    return number;
}

QString withUnit(const QString &number, const QString &unit)
{
    return number + thinSpace + unit;
}

struct Format {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

} // namespace

double roundedHalfAway(double value, int decimals)
{
    const std::string text = roundedText(value, decimals);
    double rounded = 0;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded == 0 ? 0 : rounded; // no negative zero
}

qint64 wholeMicroseconds(double ns)
{
    // fmod is exact, and so is what it leaves: no rounding but the one wanted.
    const double rest = std::fmod(std::fabs(ns), 1000);
    const auto whole = static_cast<qint64>((std::fabs(ns) - rest) / 1000) + (rest >= 500 ? 1 : 0);
    return ns < 0 ? -whole : whole;
}

QString formatNumber(double value, int decimals)
{
    const std::string text = roundedText(value, decimals);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return grouped(QString::fromStdString(zero && text.front() == '-' ? text.substr(1) : text));
}

QString formatCount(qint64 count)
{
    return grouped(QString::number(count));
}

int pluralOf(qint64 count)
{
    return static_cast<int>(std::min<qint64>(count, std::numeric_limits<int>::max()));
}

QString formatList(const QStringList &items)
{
    if (items.size() < 2)
        return items.value(0);
    return Format::tr("%1 and %2").arg(items.first(items.size() - 1).join(QStringLiteral(", ")), items.back());
}

int decimalsFor(double value)
{
    const double size = std::fabs(value);
    return size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
}

QString formatMs(double ns)
{
    return formatMs(ns, decimalsFor(ns / 1e6));
}

QString formatMs(double ns, int decimals)
{
    return withUnit(formatNumber(ns / 1e6, decimals), Format::tr("ms"));
}

QString formatRate(double perSecond, QStringView counted, int decimals)
{
    return withUnit(formatNumber(perSecond, decimals), counted + Format::tr("/s"));
}

QString formatDuration(double seconds)
{
    if (seconds < 9.95)
        return withUnit(formatNumber(seconds, seconds < 1 ? 2 : 1), Format::tr("s"));
    const qint64 whole = std::llround(seconds);
    if (whole < 60)
        return withUnit(QString::number(whole), Format::tr("s"));
    if (whole < 3600) {
        return withUnit(QString::number(whole / 60), Format::tr("min")) + QLatin1Char(' ')
            + withUnit(QString::number(whole % 60), Format::tr("s"));
    }
    const qint64 minutes = std::llround(seconds / 60);
    return withUnit(QString::number(minutes / 60), Format::tr("h")) + QLatin1Char(' ')
        + withUnit(QString::number(minutes % 60), Format::tr("min"));
}

} // namespace streamgauge
