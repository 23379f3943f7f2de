// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/steadystate.h"

#include "models/load/levelcounts.h"

#include <algorithm>
#include <utility>

namespace streamgauge {

namespace {

constexpr qint64 nsPerSecond = 1'000'000'000;
constexpr qint64 perToken = 1'000'000; ///< parts that a token is counted in

struct Window {
    qint64 begin = 0;
    qint64 end = 0;

    [[nodiscard]] qint64 length() const { return end - begin; }
    [[nodiscard]] qint64 overlap(qint64 from, qint64 to) const
    {
        return std::max<qint64>(0, std::min(to, end) - std::max(from, begin));
    }
};

qint64 endOf(const RequestRecord &request)
{
    return request.dispatchNs + request.latencyNs.value_or(0);
}

/// From the first moment at which `concurrency` requests are in flight to the last one; an end counts before a dispatch
/// of the same moment.
std::optional<Window> fullWindow(const std::vector<RequestRecord> &requests, int concurrency)
{
    std::vector<std::pair<qint64, int>> changes;
    for (const RequestRecord &request : requests) {
        if (request.dispatchNs < 0)
            continue;
        changes.emplace_back(request.dispatchNs, 1);
        changes.emplace_back(endOf(request), -1);
    }
    std::ranges::sort(changes);
    std::optional<Window> window;
    int inFlight = 0;
    for (const auto &[at, change] : changes) {
        if (inFlight >= concurrency)
            window->end = at;
        inFlight += change;
        if (inFlight >= concurrency && !window)
            window = Window{at, at};
    }
    return window;
}

/// A level that was stopped lasts until the last end that was not the stop's.
std::optional<Window> steadyWindow(const LoadLevel &level, qint64 duration)
{
    std::optional<Window> window = fullWindow(level.requests, level.concurrency);
    if (!window)
        return std::nullopt;
    window->end = std::min(window->end, level.firstDispatchNs() + duration);
    return window->length() > 0 ? window : std::nullopt;
}

/// Half up. Never overflows: no count and no time is above 2^63, and part <= whole.
Int128 shareOf(qint64 count, qint64 part, qint64 whole)
{
    const Int128 product = Int128(count) * part;
    return product / whole * perToken + (product % whole * perToken + whole / 2) / whole;
}

Int128 outputWithin(const Window &window, const RequestRecord &request, TokenCountMethod method)
{
    if (!request.ttftNs || !request.lastDeltaNs)
        return 0;
    const qint64 count = outputOf(request, method);
    const qint64 first = request.dispatchNs + *request.ttftNs;
    const qint64 last = request.dispatchNs + *request.lastDeltaNs;
    // All in one moment: what came then was made before it.
    if (last <= first)
        return first > window.begin && first <= window.end ? Int128(count) * perToken : 0;
    return shareOf(count, window.overlap(first, last), last - first);
}

} // namespace

std::optional<SteadyState> steadyState(const LoadLevel &level, TokenCountMethod method)
{
    const std::optional<qint64> duration = durationNs(level);
    if (!duration || *duration <= 0)
        return std::nullopt;
    const std::optional<Window> window = steadyWindow(level, *duration);
    if (!window)
        return std::nullopt;
    Int128 inFlight = 0;
    Int128 output = 0;
    for (const RequestRecord &request : level.requests) {
        if (request.dispatchNs < 0)
            continue;
        inFlight += window->overlap(request.dispatchNs, endOf(request));
        if (request.outcome == Outcome::Succeeded)
            output += outputWithin(*window, request, method);
    }
    const qint64 first = level.firstDispatchNs();
    return SteadyState{.beginNs = window->begin - first,
        .endNs = window->end - first,
        .share = exactRatio(window->length(), *duration),
        .meanInFlight = exactRatio(inFlight, window->length()),
        .outputPerS = exactRatio(output * (nsPerSecond / perToken), window->length())};
}

} // namespace streamgauge
