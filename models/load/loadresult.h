// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/probereport.h"
#include "models/load/clientevidence.h"
#include "models/load/instrumentcheck.h"
#include "models/load/loadplan.h"
#include "models/load/requestrecord.h"
#include "models/load/sidefile.h"
#include "models/stats/distribution.h"
#include "models/stats/samplestatistics.h"

#include <QDateTime>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace streamgauge {

/// A warning of the run: code for programs, message for people, and where it belongs.
struct RunWarning {
    QString code;
    QString message;
    std::optional<int> level; ///< the level's concurrency
    std::optional<quint64> request; ///< the request's index

    friend bool operator==(const RunWarning &, const RunWarning &) = default;
};

/// Keeps a warning; one of the same code and level has newer words and replaces it: a count that has grown. False where
/// it was there already, word for word.
bool noteWarning(std::vector<RunWarning> &warnings, const RunWarning &warning);

enum class TokenCountMethod { ServerUsage, StreamChunks };

[[nodiscard]] QString tokenCountMethodName(TokenCountMethod method);

/// metrics of one run record, unrounded: rounding happens once, in the writer (load method, "Percentiles").
struct LevelMetrics {
    TokenCountMethod method = TokenCountMethod::ServerUsage;
    std::optional<double> durationS; ///< first dispatch to last end
    int succeeded = 0;
    int failed = 0; ///< neither succeeded nor timed out nor cancelled
    int timedOut = 0;
    double requestThroughput = 0; ///< per second
    double outputThroughput = 0; ///< tokens (or chunks) per second
    std::optional<double> inputTokensMean;
    std::optional<double> outputTokensMean;
    Distribution ttft; ///< nanoseconds
    Distribution itl;
    Distribution latency;
    std::optional<bool> ignoreEosHonoured;
};

/// "296 connection, 4 ended_early": what LoadLevel::errorCounts() gives, for people; "" where it is empty.
[[nodiscard]] QString errorCountsInWords(const std::map<QString, int> &counts);

struct LoadLevel {
    int concurrency = 0;
    std::vector<RequestRecord> requests; ///< in the order of their index
    ClientEvidence client;
    /// Of the gaps of its successes, where some of them stand in the side file: keepItl() has read them there.
    std::optional<SampleStatistics> itl = std::nullopt;

    /// The earliest dispatch stamp, from which dispatch_offset_ms counts; -1 where nothing was dispatched.
    [[nodiscard]] qint64 firstDispatchNs() const;
    /// How many requests did not succeed, by kind of error; those timed out and cancelled too.
    [[nodiscard]] std::map<QString, int> errorCounts() const;
};

/// Computes `metrics` from a level's requests (load method, "Token counting" and "Percentiles"). Cancelled requests are
/// in no count. Without a success the method is the one that the small request showed. The duration runs from the first
/// dispatch to the last end of a request that was not cancelled; it is a whole number of nanoseconds.
[[nodiscard]] LevelMetrics levelMetrics(const LoadLevel &level, const LoadPlan &plan, const ProbeReport &probe);

struct CalibrationPoint {
    int words = 0;
    qint64 promptTokens = 0;
};

struct CalibrationReport {
    std::vector<CalibrationPoint> points;
    int words = 0; ///< that the run's prompts have
    bool reached = false; ///< within max(2, 1 %) of the target
    bool done = false; ///< false: skipped or failed, one word a token
};

/// What holds for a load run as a whole, whatever its requests came to.
struct LoadRunFacts {
    QDateTime createdAt; ///< start, UTC
    LoadPlan plan;
    QString endpoint; ///< shown form
    QString endpointHost;
    QString model; ///< requested
    ProbeReport probe;
    CalibrationReport calibration;
    std::vector<RunWarning> warnings;
    bool complete = false;
    int workerThreads = 0;
    QString osName; ///< environment.os
    QString machine; ///< environment.machine
    QString cliVersion = currentCliVersion(); ///< environment.cli_version: what made the result
    QString qtVersion = currentQtVersion();
    QString curlVersion; ///< "" = not known
    std::optional<InstrumentCheck> instrumentCheck; ///< the last one before the run
    QString promptGenerator = QString::fromLatin1(currentPromptGenerator);

    [[nodiscard]] static QString currentCliVersion();
    [[nodiscard]] static QString currentQtVersion();
    /// The id of this program's prompt recipe (docs/prompts.md).
    static constexpr char currentPromptGenerator[] = "streamgauge-synthetic-v1";
};

/// A whole load run, finished or not: the content of a results file.
struct LoadResult : LoadRunFacts {
    std::vector<LoadLevel> levels; ///< that ended
    std::optional<LoadLevel> partial; ///< the level that Stop interrupted
    std::optional<SideFile> sideFile; ///< where samples of its requests stand; nothing where all are held

    /// The model's name as the server reported it, whole: by the small request, else by the run's own. "" = never.
    [[nodiscard]] QString reportedModel() const;
    /// How many requests it holds, those of an interrupted level too.
    [[nodiscard]] qsizetype requestCount() const;
};

} // namespace streamgauge
