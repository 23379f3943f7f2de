// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/clientlateness.h"
#include "models/load/loadresult.h"

#include <memory>
#include <variant>
#include <vector>

namespace streamgauge {

enum class RunPhase { Connecting, Calibrating, WarmingUp, Level, Finishing, Saving, Ended };

/// A moment of the run: where it stands and what is new since the last one. At most 10 a second. Times of points are
/// seconds since the level's first dispatch; values in nanoseconds. The percentiles are live ones (LiveHistogram) and
/// hold what requests in flight have brought so far.
struct LiveSnapshot {
    RunPhase phase = RunPhase::Connecting;
    int level = -1; ///< index into the plan's levels, -1 outside
    int concurrency = 0;
    int done = 0; ///< requests ended in this phase
    int total = 0;
    qint64 doneInRun = 0;
    qint64 totalInRun = 0;
    int inFlight = 0;
    double elapsedS = 0; ///< of the phase
    std::optional<double> secondsLeft; ///< of the run; nothing while it cannot be told
    qint64 ttftN = 0;
    std::optional<double> ttftP50, ttftP95, ttftP99;
    qint64 itlN = 0;
    std::optional<double> itlP50, itlP95, itlP99;
    std::optional<double> outputPerS; ///< tokens (or chunks) a second, as they arrived in the last seconds
    bool countsChunks = false; ///< outputPerS counts chunks: no usage
    std::map<QString, int> errors; ///< kind -> count, of this level
    ClientLateness client; ///< of the phase so far
    struct TtftPoint {
        double atS;
        double ttftNs;
        std::optional<double> p50, p95;
    };
    std::vector<TtftPoint> newTtft;
    struct ItlBucket {
        double atS;
        double p50, p95, max;
    }; ///< one a second; the last may come again, grown
    std::vector<ItlBucket> itlBuckets; ///< new or changed
    struct RatePoint {
        double atS;
        std::optional<double> outputPerS;
        int inFlight;
    };
    std::vector<RatePoint> newRates;
};

struct ProbeDone {
    ProbeReport report;
};
/// A warning, the moment it holds; one of the same code and level again has newer words and replaces it.
struct WarningRaised {
    RunWarning warning;
};
struct LevelEnded {
    int level = 0;
    LevelMetrics metrics;
    ClientEvidence client;
    std::map<QString, int> errors;
};

/// The run is over. `exitCode`: 0, 1, 2, 3 or 130, as the command line returns it. `result` is null when it never came
/// to a measurement; `path` is the results file, "" when none was written.
struct RunFinished {
    int exitCode = 0;
    std::optional<Error> error;
    std::shared_ptr<const LoadResult> result;
    QString path;
};

using RunEvent = std::variant<LiveSnapshot, ProbeDone, WarningRaised, LevelEnded, RunFinished>;

} // namespace streamgauge
