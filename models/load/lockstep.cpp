// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/lockstep.h"

#include "models/core/format.h"
#include "models/load/levelcounts.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Waves {
    Q_DECLARE_TR_FUNCTIONS(LockStep)
};

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

/// 0 where none of them has such a time.
double medianOf(const std::vector<const RequestRecord *> &requests, std::optional<qint64> RequestRecord::*time)
{
    std::vector<qint64> times;
    for (const RequestRecord *request : requests) {
        if (request->outcome == Outcome::Succeeded && request->*time)
            times.push_back(*(request->*time));
    }
    std::ranges::sort(times);
    return times.empty() ? 0 : percentileOfSorted(times, 0.5);
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

bool LockStep::matters(double ttftAlone) const
{
    constexpr double most = 0.5;
    constexpr double longer = 1.5;
    constexpr double ofLatency = 0.05; // less is within what the client and the network add
    return share > most && ttftP50 > longer * ttftAlone && ttftP50 - ttftAlone > ofLatency * latencyP50;
}

std::optional<LockStep> lockStep(const LoadLevel &level)
{
    const Successes successes = successesOf(level);
    const std::vector<const RequestRecord *> dispatched = byDispatch(level);
    if (level.concurrency < fewestSlots || successes.empty()
        || std::ssize(dispatched) < std::ptrdiff_t(requestsASlot) * level.concurrency)
        return std::nullopt;
    const double latencyP50 = medianOf(successes, &RequestRecord::latencyNs);
    const auto waves = inWaves(dispatched, level.concurrency, static_cast<qint64>(latencyP50) / wavesALatency);
    const auto others = dispatched.size() - static_cast<std::size_t>(level.concurrency);
    return LockStep{.share = static_cast<double>(waves.size()) / static_cast<double>(others),
        .ttftP50 = medianOf(waves, &RequestRecord::ttftNs),
        .latencyP50 = latencyP50};
}

std::optional<double> ttftAlone(const std::vector<LoadLevel> &levels)
{
    const auto alone = std::ranges::find(levels, 1, &LoadLevel::concurrency);
    if (alone == levels.end())
        return std::nullopt;
    const double ttft = medianOf(successesOf(*alone), &RequestRecord::ttftNs);
    return ttft > 0 ? std::optional(ttft) : std::nullopt;
}

std::optional<RunWarning> lockStepWarning(const LoadLevel &level, std::optional<double> ttftAlone)
{
    const std::optional<LockStep> found = ttftAlone ? lockStep(level) : std::nullopt;
    if (!found || !found->matters(*ttftAlone))
        return std::nullopt;
    return RunWarning{.code = u"lockstep_arrivals"_s,
        .message = Waves::tr("%1 % of the requests were sent together with those of more than half of the other "
                             "streams; their TTFT was %2 (median), that of a request alone %3.")
                       .arg(formatNumber(100 * found->share, 0), formatMs(found->ttftP50), formatMs(*ttftAlone)),
        .level = level.concurrency,
        .request = std::nullopt};
}

} // namespace streamgauge
