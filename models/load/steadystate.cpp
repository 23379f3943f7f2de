// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/steadystate.h"

#include "models/load/levelcounts.h"

#include <algorithm>

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

struct Moments {
    std::vector<qint64> dispatches; ///< ascending, as the ends
    std::vector<qint64> ends;
};

qint64 endOf(const RequestRecord &request)
{
    return request.dispatchNs + request.latencyNs.value_or(0);
}

Moments momentsOf(const LoadLevel &level)
{
    Moments moments;
    for (const RequestRecord &request : level.requests) {
        if (request.dispatchNs < 0)
            continue;
        moments.dispatches.push_back(request.dispatchNs);
        moments.ends.push_back(endOf(request));
    }
    std::ranges::sort(moments.dispatches);
    std::ranges::sort(moments.ends);
    return moments;
}

/// The dispatch with which `concurrency` requests are in flight; an end counts before a dispatch of the same moment.
std::optional<qint64> firstFull(const Moments &moments, int concurrency)
{
    std::ptrdiff_t ended = 0;
    std::ptrdiff_t dispatched = 0;
    for (const qint64 dispatch : moments.dispatches) {
        while (ended < std::ssize(moments.ends) && moments.ends[static_cast<std::size_t>(ended)] <= dispatch)
            ++ended;
        if (++dispatched - ended >= concurrency)
            return dispatch;
    }
    return std::nullopt;
}

std::optional<Window> windowOf(const LoadLevel &level, qint64 duration)
{
    const Moments moments = momentsOf(level);
    const std::optional<qint64> begin = firstFull(moments, level.concurrency);
    if (!begin)
        return std::nullopt;
    const auto end = std::ranges::upper_bound(moments.ends, moments.dispatches.back());
    if (end == moments.ends.end())
        return std::nullopt;
    // A level that was stopped lasts until the last end that was not the stop's.
    const Window window{*begin, std::min(*end, moments.dispatches.front() + duration)};
    return window.length() > 0 ? std::optional(window) : std::nullopt;
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
    if (last <= first)
        return first >= window.begin && first < window.end ? Int128(count) * perToken : 0;
    return shareOf(count, window.overlap(first, last), last - first);
}

} // namespace

std::optional<SteadyState> steadyState(const LoadLevel &level, TokenCountMethod method)
{
    const std::optional<qint64> duration = durationNs(level);
    if (!duration || *duration <= 0)
        return std::nullopt;
    const std::optional<Window> window = windowOf(level, *duration);
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
