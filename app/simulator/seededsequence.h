// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// SplitMix64: the same numbers from the same seed on every platform.
class SeededSequence final {
public:
    explicit SeededSequence(quint64 seed)
        : m_state(seed)
    {
    }

    [[nodiscard]] quint64 next()
    {
        quint64 z = m_state += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// 0 to bound - 1; the small bias of the remainder does not matter to a simulation.
    [[nodiscard]] int below(int bound) { return static_cast<int>(next() % static_cast<quint64>(bound)); }

private:
    quint64 m_state;
};

} // namespace streamgauge
