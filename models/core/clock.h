// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace streamgauge {

/// Monotonic time in whole nanoseconds. Stamps of one clock are comparable across threads; wall time is only a label
/// and never comes from here. Injected wherever time is measured, so that tests can move it.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual qint64 nowNs() const = 0;
    /// How long the system has slept since it was started, in nanoseconds: time that is in no stamp. It only grows;
    /// nothing where the system does not tell.
    [[nodiscard]] virtual std::optional<qint64> suspendedNs() const { return std::nullopt; }
};

/// CLOCK_MONOTONIC (std::chrono::steady_clock).
class SteadyClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override;
    /// CLOCK_BOOTTIME minus CLOCK_MONOTONIC.
    [[nodiscard]] std::optional<qint64> suspendedNs() const override;

    /// The process's one instance.
    [[nodiscard]] static const SteadyClock &instance();
};

} // namespace streamgauge
