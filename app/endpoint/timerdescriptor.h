// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

namespace streamgauge {

/// A timerfd on CLOCK_MONOTONIC, the clock of SteadyClock: readable once its moment has come.
class TimerDescriptor final {
public:
    TimerDescriptor();

    [[nodiscard]] int descriptor() const;
    /// Fires once at `dueNs` (at once if that is past), then every `intervalNs` if that is above 0.
    void arm(qint64 dueNs, qint64 intervalNs = 0);
    void disarm();
    /// How often it fired since the last call; makes it unreadable again.
    [[nodiscard]] quint64 takeExpirations();

private:
    FileDescriptor m_timer;
};

} // namespace streamgauge
