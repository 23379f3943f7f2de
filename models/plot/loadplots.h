// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/plot.h"

#include <optional>

namespace streamgauge {

/// What all charts of one level of a load run have in common.
struct LevelContext {
    int concurrency = 0; ///< 0: no level yet
    bool countsChunks = false; ///< output counts chunks: the server reported no usage
    std::vector<QString> marks; ///< "simulated", "incomplete"
};

/// The four charts of one level over time. x is seconds since the level's first dispatch and ascends; every duration
/// is in milliseconds. With no point at all a chart has an emptyText and the axes of the first seconds.
namespace LoadPlots {

/// TTFT of each request at its first content, with the percentiles so far (load method, "Percentiles").
struct Ttft {
    std::vector<QPointF> requests;
    std::vector<QPointF> p50;
    std::vector<QPointF> p95; ///< empty below 20 requests
    qint64 n = 0; ///< requests behind the percentiles; points may have been merged
};
[[nodiscard]] Plot ttft(const Ttft &data, const LevelContext &context);

/// ITL in slices of time: p50 to p95 as a band, maxima as points. One entry a slice in each.
struct Itl {
    std::vector<QPointF> p50;
    std::vector<QPointF> p95;
    std::vector<QPointF> max;
};
[[nodiscard]] Plot itl(const Itl &data, const LevelContext &context);

/// Output tokens (or chunks) a second.
[[nodiscard]] Plot outputRate(const std::vector<QPointF> &perSecond, const LevelContext &context);

/// Requests between dispatch and end; each value holds until the next.
[[nodiscard]] Plot inFlight(const std::vector<QPointF> &requests, const LevelContext &context);

} // namespace LoadPlots

} // namespace streamgauge
