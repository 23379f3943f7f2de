// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// Monotonic time in whole nanoseconds. Stamps of one clock are comparable across threads; wall time is only a label
/// and never comes from here. Injected wherever time is measured, so that tests can move it.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual qint64 nowNs() const = 0;
};

/// CLOCK_MONOTONIC (std::chrono::steady_clock).
class SteadyClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override;

    /// The process's one instance.
    [[nodiscard]] static const SteadyClock &instance();
};

} // namespace streamgauge
