// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/livefigures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamgauge {

namespace {

constexpr qint64 second = 1'000'000'000;
constexpr qint64 rateInterval = second / 2;
constexpr qint64 slice = second / 20;
/// What arrived is told within this time, so that every slice before it is whole.
constexpr qint64 tellingDelay = second / 4;
/// A busy machine may tell later than that; no gap is told so late.
constexpr int secondsKept = 10;
constexpr qint64 shortestRateWindow = 2 * second;
constexpr qint64 longestRateWindow = 60 * second;
/// A window holds about so many chunks where they come slowly, or the rate would only say when the last one came.
constexpr double chunksInWindow = 8;

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

void LiveFigures::arrive(std::span<const LiveChunk> chunks, qint64 firstDispatchNs)
{
    for (const LiveChunk &chunk : chunks) {
        const qint64 atNs = std::max<qint64>(0, chunk.arrivalNs - firstDispatchNs);
        ++m_arrivals[atNs / slice];
        if (chunk.first) {
            m_ttft.add(chunk.sinceNs);
            m_newTtft.push_back({seconds(atNs), static_cast<double>(chunk.sinceNs), m_ttft.p50(), m_ttft.p95()});
            continue;
        }
        m_itl.add(chunk.sinceNs);
        const int at = static_cast<int>(atNs / second);
        m_seconds[at].add(chunk.sinceNs);
        m_changedSeconds.insert(at);
    }
}

void LiveFigures::end(const RequestRecord &record, int chunksArrived, qint64 firstDispatchNs)
{
    ++m_done;
    if (record.outcome != Outcome::Succeeded) {
        if (record.error)
            ++m_errors[errorKindName(record.error->kind)];
        return;
    }
    m_countsChunks = m_countsChunks || !record.outputTokens;
    if (record.outputTokens) {
        m_tokens += *record.outputTokens;
        m_tokenChunks += record.contentChunks;
    }
    std::vector<LiveChunk> rest;
    qint64 arrivalNs = record.dispatchNs + record.ttftNs.value_or(0);
    if (chunksArrived == 0 && record.ttftNs)
        rest.push_back({arrivalNs, *record.ttftNs, true});
    int chunk = 0;
    for (const qint64 gap : record.itlNs.held()) {
        arrivalNs += gap;
        if (++chunk >= chunksArrived)
            rest.push_back({arrivalNs, gap, false});
    }
    arrive(rest, firstDispatchNs);
}

double LiveFigures::tokensPerChunk() const
{
    if (m_countsChunks)
        return 1;
    return m_tokenChunks > 0 ? static_cast<double>(m_tokens) / static_cast<double>(m_tokenChunks)
                             : m_phase.tokensPerChunk;
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
    // What is older cannot change any more; long runs keep no histogram a second.
    m_seconds.erase(m_seconds.begin(), m_seconds.lower_bound(static_cast<int>(nowS) - secondsKept));
    return buckets;
}

/// Tokens of the chunks that arrived in the last seconds, counted in whole slices up to the newest one that is whole.
std::optional<double> LiveFigures::outputPerSecond(qint64 sinceDispatchNs, int inFlight)
{
    const qint64 end = (sinceDispatchNs - tellingDelay) / slice;
    if (sinceDispatchNs < tellingDelay + slice)
        return std::nullopt;
    const double wanted = chunksInWindow * m_itl.p50().value_or(0) / std::max(1, inFlight);
    const qint64 window =
        std::clamp<qint64>(std::llround(std::min(wanted, 1e18)), shortestRateWindow, longestRateWindow);
    const qint64 begin = std::max<qint64>(0, end - window / slice);
    m_arrivals.erase(m_arrivals.begin(), m_arrivals.lower_bound(end - longestRateWindow / slice));
    qint64 chunks = 0;
    for (auto it = m_arrivals.lower_bound(begin); it != m_arrivals.end() && it->first < end; ++it)
        chunks += it->second;
    return static_cast<double>(chunks) * tokensPerChunk() / seconds((end - begin) * slice);
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
    if (firstDispatchNs < 0)
        return shot;
    const double nowS = seconds(nowNs - firstDispatchNs);
    shot.outputPerS = outputPerSecond(nowNs - firstDispatchNs, inFlight);
    shot.newTtft = std::exchange(m_newTtft, {});
    shot.itlBuckets = changedBuckets(nowS);
    if (nowNs - m_lastRateNs >= rateInterval) {
        m_lastRateNs = nowNs;
        shot.newRates.push_back({nowS, shot.outputPerS, inFlight});
    }
    return shot;
}

} // namespace streamgauge
