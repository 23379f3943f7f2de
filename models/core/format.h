// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>
#include <QtGlobal>

namespace streamgauge {

/// The value to so many decimals, half away from zero on the exact double (load method, "Percentiles"). The result is
/// the double nearest to that decimal number, so that its shortest form has no more digits.
[[nodiscard]] double roundedHalfAway(double value, int decimals);

/// Nanoseconds, a statistic with a fraction perhaps, to whole microseconds, half away from zero, exactly.
[[nodiscard]] qint64 wholeMicroseconds(double ns);

// For people. A thin space (U+2009) stands before the unit. Rounding as above.

inline constexpr QChar thinSpace{0x2009};

/// "1,234.50": always so many decimals, the thousands grouped as in a count.
[[nodiscard]] QString formatNumber(double value, int decimals);
/// "12,345"
[[nodiscard]] QString formatCount(qint64 count);
/// The number by which tr() chooses singular or plural: tr("%1 request(s)", nullptr, pluralOf(n)).arg(formatCount(n)).
[[nodiscard]] int pluralOf(qint64 count);
/// "1", "1 and 8", "1, 8 and 32"
[[nodiscard]] QString formatList(const QStringList &items);
/// Decimals that give a value three digits: 0 from 100, 1 from 10, 2 from 1, else 3. A column takes those of its
/// smallest value.
[[nodiscard]] int decimalsFor(double value);
/// Nanoseconds as "21.3 ms": decimals as decimalsFor() says, or as given.
[[nodiscard]] QString formatMs(double ns);
[[nodiscard]] QString formatMs(double ns, int decimals);
/// "342.0 tokens/s"; the unit is what is counted a second: "tokens", "chunks", "requests".
[[nodiscard]] QString formatRate(double perSecond, QStringView counted, int decimals = 1);
/// Seconds as "0.35 s", "12 s", "2 min 41 s", "1 h 3 min"; whole seconds from 10 s up, whole minutes from one hour up.
[[nodiscard]] QString formatDuration(double seconds);

} // namespace streamgauge
