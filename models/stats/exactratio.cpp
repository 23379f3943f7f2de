// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/exactratio.h"

#include <cmath>

namespace streamgauge {

double exactRatio(Int128 numerator, qint64 denominator)
{
    Q_ASSERT(denominator > 0);
    if (numerator < 0)
        return -exactRatio(-numerator, denominator);
    if (numerator == 0)
        return 0;
    // Scaled up until the quotient has more bits than a double, what the division leaves is kept as one last bit: the
    // conversion is then the only rounding.
    int shift = 0;
    while (numerator >> 125 == 0) {
        numerator <<= 1;
        ++shift;
    }
    Int128 quotient = numerator / denominator;
    if (numerator % denominator != 0)
        quotient |= 1;
    return std::ldexp(static_cast<double>(quotient), -shift);
}

} // namespace streamgauge
