// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/lockstep.h"

#include "models/load/levelcounts.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr int fewestSlots = 4;
constexpr int requestsASlot = 3;
constexpr qint64 wavesALatency = 10; ///< a wave is so much shorter than the median latency

std::vector<const RequestRecord *> byDispatch(const LoadLevel &level)
{
    std::vector<const RequestRecord *> dispatched;
    for (const RequestRecord &request : level.requests) {
        if (request.dispatchNs >= 0)
            dispatched.push_back(&request);
    }
    std::ranges::sort(dispatched, {}, &RequestRecord::dispatchNs);
    return dispatched;
}

double medianLatency(const Successes &successes)
{
    std::vector<qint64> latencies;
    for (const RequestRecord *request : successes)
        latencies.push_back(request->latencyNs.value_or(0));
    std::ranges::sort(latencies);
    return percentileOfSorted(latencies, 0.5);
}

/// Those after the first one of each slot that began with more than half of the slots.
std::vector<const RequestRecord *> inWaves(
    const std::vector<const RequestRecord *> &dispatched, int slotCount, qint64 waveNs)
{
    std::vector<const RequestRecord *> found;
    std::size_t from = 0;
    std::size_t to = 0; // [from, to) began around the request
    for (std::size_t i = 0; i < dispatched.size(); ++i) {
        const qint64 at = dispatched[i]->dispatchNs;
        while (dispatched[from]->dispatchNs < at - waveNs / 2)
            ++from;
        while (to < dispatched.size() && dispatched[to]->dispatchNs <= at + waveNs / 2)
            ++to;
        if (i >= static_cast<std::size_t>(slotCount) && 2 * (to - from) > static_cast<std::size_t>(slotCount))
            found.push_back(dispatched[i]);
    }
    return found;
}

} // namespace

bool LockStep::matters() const
{
    constexpr double most = 0.5;
    constexpr double spread = 1.5; // p90 over p10
    constexpr double ofLatency = 0.05; // less is within what the client and the network add
    return share > most && ttftP90 > spread * ttftP10 && ttftP90 - ttftP10 > ofLatency * latencyP50;
}

std::optional<LockStep> lockStep(const LoadLevel &level)
{
    const Successes successes = successesOf(level);
    const std::vector<const RequestRecord *> dispatched = byDispatch(level);
    if (level.concurrency < fewestSlots || successes.empty()
        || std::ssize(dispatched) < std::ptrdiff_t(requestsASlot) * level.concurrency)
        return std::nullopt;
    LockStep result;
    result.latencyP50 = medianLatency(successes);
    const auto waves = inWaves(dispatched, level.concurrency, static_cast<qint64>(result.latencyP50) / wavesALatency);
    result.share = static_cast<double>(waves.size())
        / static_cast<double>(dispatched.size() - static_cast<std::size_t>(level.concurrency));
    std::vector<qint64> ttft;
    for (const RequestRecord *request : waves) {
        if (request->outcome == Outcome::Succeeded && request->ttftNs)
            ttft.push_back(*request->ttftNs);
    }
    if (!ttft.empty()) {
        std::ranges::sort(ttft);
        result.ttftP10 = percentileOfSorted(ttft, 0.1);
        result.ttftP90 = percentileOfSorted(ttft, 0.9);
    }
    return result;
}

} // namespace streamgauge
