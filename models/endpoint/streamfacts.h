// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace streamgauge {

/// How long the rest of a reply is waited for after [DONE], so that its connection can be kept.
inline constexpr qint64 longestDrainNs = 250'000'000;

/// How a stream ended.
enum class StreamEnd {
    NoConnection, ///< nothing stood: name, connect, proxy or TLS failed before a status line
    Done, ///< [DONE]
    BodyEnd, ///< the body ended as HTTP frames it
    Cut, ///< reset, early close, broken chunk framing, a gzip stream that stops short
    Idle, ///< 2 s without an event after a finish_reason or an error event
    Timeout, ///< the request's time ran out
    Cancelled, ///< the person or the program stopped it
};

enum class DeltaKind { None, Reasoning, Answer, ToolCall };

/// The names used in files and on screens; "" for None.
[[nodiscard]] QString deltaKindName(DeltaKind kind);
[[nodiscard]] std::optional<DeltaKind> deltaKindFromName(QStringView name);

/// A server's token counts, normalised. A count that was not told is nullopt, never 0.
struct Usage {
    std::optional<qint64> promptTokens;
    std::optional<qint64> completionTokens;
    std::optional<qint64> totalTokens;
    std::optional<qint64> cachedTokens;
    std::optional<qint64> reasoningTokens;

    friend bool operator==(const Usage &, const Usage &) = default;
};

/// llama.cpp's timings object, as far as it was given. Milliseconds and counts of the server's own clock.
struct ServerTimings {
    std::optional<qint64> cacheN;
    std::optional<qint64> promptN;
    std::optional<double> promptMs;
    std::optional<qint64> predictedN;
    std::optional<double> predictedMs;
    std::optional<double> predictedPerSecond;

    friend bool operator==(const ServerTimings &, const ServerTimings &) = default;
};

struct ToolCall {
    QString id;
    QString name;
    QString arguments; ///< JSON text as joined from the deltas

    friend bool operator==(const ToolCall &, const ToolCall &) = default;
};

/// Facts of one streamed chat completion, without judgement: each method judges for itself (models/load/judge.h).
/// All stamps are nanoseconds of the injected Clock; -1 where the moment never came.
struct StreamFacts {
    // Transport
    int httpStatus = 0; ///< 0: no status line came
    bool tlsFailure = false; ///< with NoConnection: it failed in TLS
    QString transportError; ///< what the transport said, for people; "" when nothing failed
    std::optional<double> retryAfterS;
    QString location; ///< of a redirect, never followed
    QString serverHeader;
    QString errorBody; ///< body of a reply that is not 200 (64 KiB and 2 s of it at most); see serverWords()

    // The stream
    StreamEnd end = StreamEnd::NoConnection;
    bool doneSeen = false;
    QString finishReason; ///< verbatim, the last one given; "" when none ("" and "null" are none)
    bool errorEvent = false;
    QString errorMessage; ///< of the error event
    QString malformed; ///< why the stream is malformed; "" when it is not
    DeltaKind firstDeltaKind = DeltaKind::None;
    int contentChunks = 0; ///< events whose delta carries answer text, reasoning text or tool-call data
    int answerChunks = 0;
    int reads = 0; ///< reads that completed a content chunk
    bool thinkTagInAnswer = false;
    std::optional<Usage> usage;
    QByteArray usageRaw; ///< the server's own bytes, "" when none
    std::optional<ServerTimings> timings;
    QByteArray timingsRaw;
    QString serverModel; ///< the model's name as the stream reports it
    bool simulated = false; ///< an event carried sim_sent_ns
    std::map<QString, int> anomalies; ///< code -> count: bad_json, ignored_payload, foreign_payload, ...

    // Text, kept only where it is asked for
    QString answerText;
    QString reasoningText;
    std::vector<ToolCall> toolCalls;

    // Stamps
    qint64 dispatchNs = -1; ///< the connection stands, nothing is sent yet
    qint64 headersNs = -1;
    qint64 firstEventNs = -1; ///< first payload that is a JSON object, with content or without
    qint64 firstDeltaNs = -1;
    qint64 firstAnswerNs = -1; ///< first answer text or tool-call delta
    qint64 lastDeltaNs = -1;
    qint64 endNs = -1;
    std::vector<qint64> chunkNs; ///< arrival of each content chunk
    std::vector<qint64> simSentNs; ///< the simulator's send stamp of each content chunk, only when asked for
    std::vector<qint64> simDueNs; ///< likewise when it was due

    // The way it was sent
    int connects = 0; ///< connections opened for it; 0 on a kept one
    qint64 connectNs = -1; ///< their set-up, waiting for a turn included; -1 at 0 connects
    int attempts = 0; ///< dispatches: 1, or 2 after a re-send
    bool afterHeldBody =
        false; ///< the reply before it did not end within longestDrainNs, so that its slot waited so long
    bool connectionKept = false; ///< the server left the connection open for another request; known once it is idle
};

} // namespace streamgauge
