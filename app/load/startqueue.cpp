// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/startqueue.h"

#include <algorithm>
#include <utility>

namespace streamgauge {

StartQueue::StartQueue(const Clock &clock, Start start)
    : m_clock(clock)
    , m_start(std::move(start))
{
}

void StartQueue::begin(qint64 goNs)
{
    m_goNs = goNs;
    m_lastFirstNs = -1;
    m_firstWaiting = 0;
    m_spentNs = 0;
    m_burstLagNs = 0;
    m_burst = false;
    m_noBody = false;
}

void StartQueue::addFirst(size_t slot)
{
    ++m_firstWaiting;
    m_waiting.push_back({slot, -1, true});
}

bool StartQueue::add(size_t slot, qint64 freeNs)
{
    // Who has waited longer is served first.
    const bool atOnce = m_waiting.empty() && m_spentNs < shortestBatchNs;
    m_waiting.push_back({slot, freeNs, false});
    if (atOnce)
        startFront();
    return !m_waiting.empty() && !m_noBody;
}

bool StartQueue::run(qint64 longestLagNs, qint64 turnNs)
{
    if (m_burst && longestLagNs >= 0) {
        m_burstLagNs = std::max(m_burstLagNs, longestLagNs);
        m_burst = !m_waiting.empty();
    }
    const qint64 batchNs = std::clamp(turnNs - m_spentNs, shortestBatchNs, longestBatchNs);
    while (!m_waiting.empty() && !m_noBody && m_spentNs < batchNs)
        startFront();
    m_spentNs = 0;
    const bool more = !m_waiting.empty() && !m_noBody;
    m_burst = m_burst || more;
    return more;
}

void StartQueue::runAll()
{
    m_noBody = false;
    while (!m_waiting.empty() && !m_noBody)
        startFront();
}

std::optional<qint64> StartQueue::rampNs() const
{
    if (m_firstWaiting > 0 || m_lastFirstNs < 0)
        return std::nullopt;
    return m_lastFirstNs - m_goNs;
}

void StartQueue::startFront()
{
    const qint64 nowNs = m_clock.nowNs();
    Waiting &front = m_waiting.front();
    // Its turn has come, whatever becomes of it now; the slots behind it still wait for theirs.
    if (front.freeNs < 0)
        front.freeNs = nowNs;
    const auto [slot, freeNs, first] = front;
    const Outcome outcome = m_start(slot, freeNs);
    m_noBody = outcome == Outcome::NoBody;
    if (m_noBody)
        return;
    m_waiting.pop_front();
    m_spentNs += m_clock.nowNs() - nowNs;
    m_firstWaiting -= first ? 1 : 0;
    if (first && outcome == Outcome::Started)
        m_lastFirstNs = nowNs;
}

} // namespace streamgauge
