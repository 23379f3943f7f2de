// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/timeleft.h"

#include <algorithm>
#include <cmath>

namespace streamgauge {

TimeLeft::TimeLeft(const LoadPlan &plan)
{
    for (const int level : plan.concurrency)
        m_levels.push_back({.concurrency = std::max(1, level), .requests = plan.requestsAt(level)});
}

void TimeLeft::levelStarted(int level)
{
    m_current = static_cast<size_t>(level);
}

void TimeLeft::requestEnded(qint64 slotNs)
{
    m_levels.at(m_current).slotNs += slotNs;
    ++m_levels.at(m_current).ended;
}

/// The exponent g of "time of a request ~ slots^g": 0 for a server with room to spare, 1 for one that is full. One
/// level alone cannot tell, so half way between them is assumed.
double TimeLeft::growth(size_t newest) const
{
    constexpr double unknown = 0.5;
    for (size_t older = newest; older-- > 0;) {
        const Level &a = m_levels[older];
        const Level &b = m_levels[newest];
        if (a.ended > 0 && b.ended > 0 && a.busySlots() != b.busySlots()) {
            const double slotRatio = static_cast<double>(b.busySlots()) / a.busySlots();
            return std::clamp(std::log(b.meanNs() / a.meanNs()) / std::log(slotRatio), 0.0, 1.0);
        }
    }
    return unknown;
}

std::optional<double> TimeLeft::seconds(int inFlight) const
{
    size_t newest = m_current;
    while (newest > 0 && m_levels[newest].ended == 0)
        --newest;
    if (m_levels.empty() || m_levels[newest].ended == 0)
        return std::nullopt;

    const double exponent = growth(newest);
    const Level &known = m_levels[newest];
    double leftNs = 0;
    for (size_t i = m_current; i < m_levels.size(); ++i) {
        const Level &level = m_levels[i];
        const int slotCount = level.busySlots();
        const double requestNs = level.ended > 0
            ? level.meanNs()
            : known.meanNs() * std::pow(static_cast<double>(slotCount) / known.busySlots(), exponent);
        const double toDo = level.requests - level.ended - (i == m_current ? inFlight / 2.0 : 0.0);
        leftNs += std::max(0.0, toDo) * requestNs / slotCount;
    }
    return leftNs / 1e9;
}

} // namespace streamgauge
