// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/livefigures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamgauge {

namespace {

constexpr qint64 second = 1'000'000'000;
constexpr qint64 shortestRateWindow = 5 * second;
constexpr qint64 rateInterval = second / 2;

double seconds(qint64 ns)
{
    return static_cast<double>(ns) / second;
}

} // namespace

LiveFigures::LiveFigures(const Phase &phase)
    : m_phase(phase)
    , m_countsChunks(phase.countsChunks)
{
}

void LiveFigures::add(const RequestRecord &record, qint64 firstDispatchNs)
{
    ++m_done;
    if (record.dispatchDelayNs >= 0)
        m_dispatchDelay.add(record.dispatchDelayNs);
    if (record.outcome != Outcome::Succeeded) {
        if (record.error)
            ++m_errors[errorKindName(record.error->kind)];
        return;
    }
    ++m_succeeded;
    m_countsChunks = m_countsChunks || !record.outputTokens;
    m_latencySumNs += record.latencyNs.value_or(0);
    m_outputs.push_back(
        {record.dispatchNs + record.latencyNs.value_or(0), record.outputTokens.value_or(0), record.contentChunks});
    if (record.ttftNs) {
        m_ttft.add(*record.ttftNs);
        m_newTtft.push_back({seconds(record.dispatchNs + *record.ttftNs - firstDispatchNs),
            static_cast<double>(*record.ttftNs), m_ttft.p50(), m_ttft.p95()});
    }
    addGaps(record, firstDispatchNs);
}

void LiveFigures::addGaps(const RequestRecord &record, qint64 firstDispatchNs)
{
    qint64 arrivalNs = record.dispatchNs + record.ttftNs.value_or(0) - firstDispatchNs;
    for (const qint64 gap : record.itlNs) {
        arrivalNs += gap;
        m_itl.add(gap);
        const int at = static_cast<int>(arrivalNs / second);
        m_seconds[at].add(gap);
        m_changedSeconds.insert(at);
    }
}

std::vector<LiveSnapshot::ItlBucket> LiveFigures::changedBuckets(double nowS)
{
    std::vector<LiveSnapshot::ItlBucket> buckets;
    for (const int at : std::exchange(m_changedSeconds, {})) {
        const LiveHistogram &gaps = m_seconds.at(at);
        const double p50 = gaps.p50().value_or(0);
        // Too few gaps for a p95: the band has no width there rather than a maximum called a tail.
        buckets.push_back({static_cast<double>(at), p50, gaps.p95().value_or(p50), static_cast<double>(gaps.max())});
    }
    // What is older than a request may last cannot change any more; long runs keep no histogram a second.
    m_seconds.erase(m_seconds.begin(), m_seconds.lower_bound(static_cast<int>(nowS - seconds(m_phase.timeoutNs)) - 2));
    return buckets;
}

/// Output of the requests that ended within a window over its length: at least 5 s, and two requests long, since a
/// request's tokens count at its end.
std::optional<double> LiveFigures::outputPerSecond(qint64 nowNs, qint64 firstDispatchNs)
{
    if (m_succeeded == 0)
        return std::nullopt;
    const qint64 window = std::min(
        std::max(shortestRateWindow, 2 * m_latencySumNs / m_succeeded), std::max<qint64>(nowNs - firstDispatchNs, 1));
    while (!m_outputs.empty() && m_outputs.front().endNs < nowNs - window)
        m_outputs.pop_front();
    qint64 sum = 0;
    for (const Output &output : m_outputs)
        sum += m_countsChunks ? output.chunks : output.tokens;
    return static_cast<double>(sum) / seconds(window);
}

LiveSnapshot LiveFigures::take(qint64 nowNs, qint64 firstDispatchNs, int inFlight)
{
    LiveSnapshot shot;
    shot.phase = m_phase.phase;
    shot.level = m_phase.level;
    shot.concurrency = m_phase.concurrency;
    shot.total = m_phase.total;
    shot.done = m_done;
    shot.inFlight = inFlight;
    shot.elapsedS = seconds(nowNs - m_phase.startedNs);
    shot.ttftN = m_ttft.count();
    shot.ttftP50 = m_ttft.p50();
    shot.ttftP95 = m_ttft.p95();
    shot.ttftP99 = m_ttft.p99();
    shot.itlN = m_itl.count();
    shot.itlP50 = m_itl.p50();
    shot.itlP95 = m_itl.p95();
    shot.itlP99 = m_itl.p99();
    shot.countsChunks = m_countsChunks;
    shot.errors = m_errors;
    // Until 100 samples carry a p99 the worst is shown: of its own lateness the client tells rather too much.
    shot.clientLagP99Ms = m_dispatchDelay.p99().value_or(static_cast<double>(m_dispatchDelay.max())) / 1e6;
    if (firstDispatchNs < 0)
        return shot;
    const double nowS = seconds(nowNs - firstDispatchNs);
    shot.outputPerS = outputPerSecond(nowNs, firstDispatchNs);
    shot.newTtft = std::exchange(m_newTtft, {});
    shot.itlBuckets = changedBuckets(nowS);
    if (nowNs - m_lastRateNs >= rateInterval) {
        m_lastRateNs = nowNs;
        shot.newRates.push_back({nowS, shot.outputPerS.value_or(0), inFlight});
    }
    return shot;
}

} // namespace streamgauge
