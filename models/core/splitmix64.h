// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers from the same seed on every platform, which the standard
/// library's distributions do not promise.
class SplitMix64 final {
public:
    explicit SplitMix64(quint64 seed)
        : m_state(seed)
    {
    }

    [[nodiscard]] quint64 next()
    {
        m_state += Q_UINT64_C(0x9E3779B97F4A7C15);
        quint64 z = m_state;
        z = (z ^ (z >> 30)) * Q_UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * Q_UINT64_C(0x94D049BB133111EB);
        return z ^ (z >> 31);
    }

    /// A whole number below `bound`, which must fit 32 bits: the upper half of the product of 32 random bits and it.
    [[nodiscard]] quint64 below(quint64 bound) { return ((next() >> 32) * bound) >> 32; }

private:
    quint64 m_state;
};

} // namespace streamgauge
