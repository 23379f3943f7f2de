// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/timerdescriptor.h"

#include <set>
#include <utility>

namespace streamgauge {

/// All deadlines of one loop, one an owner, in one ordered set behind one timer descriptor. Times are nanoseconds of
/// CLOCK_MONOTONIC.
class DeadlineQueue final {
public:
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void deadlineReached() = 0;

    private:
        friend class DeadlineQueue;
        qint64 m_dueNs = -1;
    };

    [[nodiscard]] int descriptor() const;

    void set(Owner &owner, qint64 dueNs);
    void clear(Owner &owner);
    /// The owner whose deadline came first, if it is not after `nowNs`; its deadline is then gone.
    [[nodiscard]] Owner *takeDue(qint64 nowNs);

    /// Makes the descriptor readable at the earliest deadline. To be called after changes, once for many.
    void arm();
    /// Makes the descriptor readable now, whatever the deadlines are.
    void wake();
    /// To be called when the descriptor is readable.
    void acknowledge();

private:
    TimerDescriptor m_timer;
    std::set<std::pair<qint64, Owner *>> m_deadlines;
    qint64 m_armedNs = -1;
};

} // namespace streamgauge
