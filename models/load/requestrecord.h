// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/errorkind.h"
#include "models/endpoint/streamfacts.h"
#include "models/stats/samples.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace streamgauge {

enum class Outcome { Succeeded, Failed, TimedOut, Cancelled };

[[nodiscard]] QString outcomeName(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcomeFromName(QStringView name);

struct RequestError {
    ErrorKind kind = ErrorKind::Connection;
    QString message;
    std::optional<int> httpStatus;
    std::optional<double> retryAfterS;

    friend bool operator==(const RequestError &, const RequestError &) = default;
};

/// One finished request as the load method judged it: a member of local.levels[].requests. Times in nanoseconds.
struct RequestRecord {
    quint64 index = 0; ///< the prompt's number; never repeats in a run
    Outcome outcome = Outcome::Failed;
    std::optional<RequestError> error;
    qint64 dispatchNs = -1; ///< stamp of the injected clock; -1 where no connection came to stand
    int connects = 0;
    std::optional<qint64> connectNs;
    int attempts = 0;
    std::optional<qint64> firstEventNs; ///< dispatch to the first event, which may be a role or nothing at all
    std::optional<qint64> ttftNs; ///< dispatch to the first content chunk
    std::optional<qint64> firstAnswerNs; ///< dispatch to the first answer text or tool-call delta
    DeltaKind firstDeltaKind = DeltaKind::None;
    std::optional<qint64> latencyNs; ///< dispatch to the end of the stream
    std::optional<qint64> lastDeltaNs; ///< dispatch to the last content chunk
    int contentChunks = 0;
    int reads = 0;
    QString finishReason; ///< "" = none
    std::optional<qint64> inputTokens;
    std::optional<qint64> cachedTokens;
    std::optional<qint64> outputTokens;
    std::optional<qint64> usageExcludedTokens; ///< total - prompt - completion where that is above 0
    QByteArray usageRaw;
    QByteArray timingsRaw;
    QStringList warnings;
    std::map<QString, int> anomalies;
    Samples itlNs; ///< gaps between successive content chunks' arrivals
    QString serverModel;
    qint64 dispatchDelayNs = -1; ///< slot free to dispatch, connection set-up taken out; -1 unknown

    /// (output_tokens - 1) / (last delta - first delta), tokens/s by the client's clock; nothing without usage, below
    /// 2 tokens or when all output came in one read.
    [[nodiscard]] std::optional<double> decodeTpsClient() const;
    /// input_tokens / TTFT; nothing where the other has none, or when tokens were cached (usage or timings.cache_n
    /// above 0).
    [[nodiscard]] std::optional<double> promptTpsClient() const;
    /// Time per output token: (last delta - first delta) / (output_tokens - 1), to a whole nanosecond, half up; nothing
    /// where decodeTpsClient() has none.
    [[nodiscard]] std::optional<qint64> tpotNs() const;
    /// output_tokens / content_chunks; nothing without usage or content.
    [[nodiscard]] std::optional<double> tokensPerChunk() const;

    friend bool operator==(const RequestRecord &, const RequestRecord &) = default;
};

} // namespace streamgauge
