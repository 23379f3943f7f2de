// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clock.h"

#include <atomic>

namespace streamgauge::test {

/// The steady clock, moved at will: forward as a clock that counts on while a machine sleeps, or back as none should.
class JumpingClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override { return SteadyClock::instance().nowNs() + m_offsetNs; }
    void jump(qint64 byNs) { m_offsetNs += byNs; }

private:
    /// A day on: the system counts from its own start, and before that there is no time.
    std::atomic<qint64> m_offsetNs = 86'400'000'000'000;
};

} // namespace streamgauge::test
