// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelstatistics.h"

#include <algorithm>

namespace streamgauge {

namespace {

/// The gaps of the successes: those held, and where the others stand.
struct Gaps {
    std::vector<const std::vector<qint64> *> held;
    std::vector<SampleRange> ranges; ///< ascending, neighbours joined: what is read at once need not be sought
};

Gaps gapsOf(const LoadLevel &level)
{
    Gaps gaps;
    std::vector<SampleRange> ranges;
    for (const RequestRecord &request : level.requests) {
        if (request.outcome != Outcome::Succeeded)
            continue;
        if (const auto range = request.itlNs.range())
            ranges.push_back(*range);
        else
            gaps.held.push_back(&request.itlNs.held());
    }
    std::ranges::sort(ranges, {}, &SampleRange::offset);
    for (const SampleRange &range : ranges) {
        if (!gaps.ranges.empty() && gaps.ranges.back().end() == range.offset)
            gaps.ranges.back().count += range.count;
        else
            gaps.ranges.push_back(range);
    }
    return gaps;
}

SampleStatistics statisticsOfHeld(const Gaps &gaps)
{
    std::size_t count = 0;
    for (const std::vector<qint64> *held : gaps.held)
        count += held->size();
    std::vector<qint64> samples;
    samples.reserve(count); // grown step by step it would take up to three times as much
    for (const std::vector<qint64> *held : gaps.held)
        samples.insert(samples.end(), held->begin(), held->end());
    return SampleStatistics::of(std::move(samples));
}

SampleStatistics statisticsOf(const LoadLevel &level, std::optional<qint64> RequestRecord::*time)
{
    std::vector<qint64> samples;
    samples.reserve(level.requests.size());
    for (const RequestRecord &request : level.requests) {
        if (request.outcome == Outcome::Succeeded && request.*time)
            samples.push_back(*(request.*time));
    }
    return SampleStatistics::of(std::move(samples));
}

} // namespace

LevelStatistics levelStatistics(const LoadLevel &level)
{
    return {.ttft = statisticsOf(level, &RequestRecord::ttftNs),
        .itl = level.itl ? *level.itl : statisticsOfHeld(gapsOf(level)),
        .latency = statisticsOf(level, &RequestRecord::latencyNs)};
}

Result<void> keepItl(LoadLevel &level, const SampleSource &source)
{
    level.itl.reset();
    const Gaps gaps = gapsOf(level);
    if (gaps.ranges.empty())
        return {};
    auto statistics = SampleStatistics::of([&gaps, &source](const SampleTaker &take) -> Result<void> {
        for (const std::vector<qint64> *held : gaps.held)
            take(*held);
        for (const SampleRange &range : gaps.ranges) {
            if (auto read = source.read(range, take); !read)
                return read;
        }
        return {};
    });
    if (!statistics)
        return tl::unexpected<Error>(statistics.error());
    level.itl = *std::move(statistics);
    return {};
}

} // namespace streamgauge
