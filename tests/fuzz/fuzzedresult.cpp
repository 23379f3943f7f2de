// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzzedresult.h"

#include "models/core/json.h"

#include <QTimeZone>

#include <fuzzer/FuzzedDataProvider.h>

namespace streamgauge::fuzz {

namespace {

constexpr qint64 longestNs = qint64(2'000'000'000) * 1'000'000; // what a reader takes
constexpr qint64 mostTokens = qint64(1) << 53;

template <typename Draw>
auto maybe(FuzzedDataProvider &bytes, Draw draw) -> std::optional<decltype(draw())>
{
    if (!bytes.ConsumeBool())
        return std::nullopt;
    return draw();
}

qint64 time(FuzzedDataProvider &bytes)
{
    return bytes.ConsumeIntegralInRange<qint64>(0, longestNs);
}

std::optional<qint64> maybeTime(FuzzedDataProvider &bytes)
{
    return maybe(bytes, [&bytes] { return time(bytes); });
}

std::optional<qint64> maybeCount(FuzzedDataProvider &bytes)
{
    return maybe(bytes, [&bytes] { return bytes.ConsumeIntegralInRange<qint64>(0, mostTokens); });
}

int smallCount(FuzzedDataProvider &bytes)
{
    return bytes.ConsumeIntegralInRange<int>(0, 1'000'000);
}

Distribution lateness(FuzzedDataProvider &bytes)
{
    Distribution distribution;
    distribution.n = bytes.ConsumeIntegralInRange<int>(0, 200);
    if (distribution.n >= samplesForP50)
        distribution.p50 = double(time(bytes));
    if (distribution.n >= samplesForP99)
        distribution.p99 = double(time(bytes));
    if (distribution.n >= samplesForP50 && bytes.ConsumeBool())
        distribution.max = double(time(bytes));
    return distribution;
}

ClientEvidence client(FuzzedDataProvider &bytes)
{
    ClientEvidence client;
    client.peakInFlight = smallCount(bytes);
    client.reconnects = smallCount(bytes);
    client.connects = smallCount(bytes);
    client.eventLoopLag = lateness(bytes);
    client.dispatchDelay = lateness(bytes);
    client.readLag = maybe(bytes, [&bytes] { return ReadLag{.lag = lateness(bytes), .dropped = smallCount(bytes)}; });
    client.cpuShare = maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0, 64); });
    client.suspendedNs = maybeTime(bytes);
    client.startRampNs = maybeTime(bytes);
    client.startBurstLagNs = maybeTime(bytes);
    return client;
}

InstrumentCheck instrumentCheck(FuzzedDataProvider &bytes)
{
    InstrumentCheck check;
    check.createdAt = QDateTime::fromSecsSinceEpoch(bytes.ConsumeIntegral<quint32>(), QTimeZone::utc());
    check.concurrency = bytes.ConsumeIntegralInRange<int>(1, InstrumentCheck::maxConcurrency);
    check.intervalMs = bytes.ConsumeIntegralInRange<int>(1, InstrumentCheck::maxIntervalMs);
    check.durationS = bytes.ConsumeFloatingPointInRange<double>(0, 1000);
    check.streams = smallCount(bytes);
    check.chunks = smallCount(bytes);
    check.lateness = lateness(bytes);
    check.floor = lateness(bytes);
    check.sender = lateness(bytes);
    check.cpuUsPerChunk = maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0, 1e6); });
    check.readLag = maybe(bytes, [&bytes] { return lateness(bytes); });
    check.verdict = judgeInstrument(check);
    return check;
}

QByteArray serverObject(FuzzedDataProvider &bytes)
{
    switch (bytes.ConsumeIntegralInRange<int>(0, 3)) {
    case 0:
        return {};
    case 1:
        return R"({"prompt_tokens":5,"completion_tokens":7, "total_tokens":12})";
    case 2:
        return "{\"cache_n\":" + QByteArray::number(bytes.ConsumeIntegral<quint8>()) + "}";
    default:
        return "{" + jsonString(fuzzedText(bytes)) + ": [1e2, -0.0, " + jsonString(fuzzedText(bytes)) + "]}";
    }
}

RequestError error(FuzzedDataProvider &bytes)
{
    RequestError error;
    error.kind = ErrorKind(bytes.ConsumeIntegralInRange<int>(0, int(ErrorKind::Cancelled)));
    error.message = fuzzedText(bytes);
    error.httpStatus = maybe(bytes, [&bytes] { return bytes.ConsumeIntegralInRange<int>(0, 999); });
    error.retryAfterS = maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0, 1e9); });
    return error;
}

RequestRecord request(FuzzedDataProvider &bytes, quint64 index, bool cancelled)
{
    RequestRecord request;
    request.index = index;
    request.outcome = Outcome(bytes.ConsumeIntegralInRange<int>(0, cancelled ? 3 : 2));
    if (request.outcome != Outcome::Succeeded)
        request.error = error(bytes);
    request.dispatchNs = bytes.ConsumeBool() ? time(bytes) : -1;
    request.connects = smallCount(bytes);
    request.connectNs = maybeTime(bytes);
    request.attempts = bytes.ConsumeIntegralInRange<int>(0, 2);
    request.firstEventNs = maybeTime(bytes);
    request.ttftNs = maybeTime(bytes);
    request.firstAnswerNs = maybeTime(bytes);
    request.firstDeltaKind = DeltaKind(bytes.ConsumeIntegralInRange<int>(0, int(DeltaKind::ToolCall)));
    request.latencyNs = maybeTime(bytes);
    request.lastDeltaNs = maybeTime(bytes);
    request.contentChunks = smallCount(bytes);
    request.reads = smallCount(bytes);
    request.finishReason = fuzzedText(bytes);
    request.inputTokens = maybeCount(bytes);
    request.cachedTokens = maybeCount(bytes);
    request.outputTokens = maybeCount(bytes);
    request.usageExcludedTokens = maybeCount(bytes);
    request.usageRaw = serverObject(bytes);
    request.timingsRaw = serverObject(bytes);
    if (bytes.ConsumeBool())
        request.warnings += fuzzedText(bytes);
    if (bytes.ConsumeBool())
        request.anomalies[fuzzedText(bytes)] = smallCount(bytes);
    std::vector<qint64> gaps;
    for (int left = bytes.ConsumeIntegralInRange<int>(0, 12); left > 0; --left)
        gaps.push_back(time(bytes));
    request.itlNs = std::move(gaps);
    return request;
}

LoadLevel level(FuzzedDataProvider &bytes, int concurrency, quint64 &index, bool cancelled)
{
    LoadLevel level;
    level.concurrency = concurrency;
    for (int left = bytes.ConsumeIntegralInRange<int>(0, 4); left > 0; --left)
        level.requests.push_back(request(bytes, index++, cancelled));
    level.client = client(bytes);
    return level;
}

LoadPlan plan(FuzzedDataProvider &bytes)
{
    LoadPlan plan;
    plan.concurrency.clear();
    int last = 0;
    for (int left = bytes.ConsumeIntegralInRange<int>(1, 3); left > 0; --left)
        plan.concurrency.push_back(last += bytes.ConsumeIntegralInRange<int>(1, 1000));
    plan.requests = bytes.ConsumeIntegralInRange<int>(1, LoadPlan::maxRequests);
    plan.requestsPerSlot = maybe(bytes, [&bytes] { return bytes.ConsumeIntegralInRange<int>(1, 200); });
    plan.warmup = bytes.ConsumeIntegralInRange<int>(0, LoadPlan::maxWarmup);
    plan.inputTokens = bytes.ConsumeIntegralInRange<int>(1, LoadPlan::maxTokens);
    plan.outputTokens = bytes.ConsumeIntegralInRange<int>(1, LoadPlan::maxTokens);
    plan.seed = bytes.ConsumeIntegralInRange<quint64>(0, LoadPlan::maxSeed);
    plan.timeoutS = bytes.ConsumeFloatingPointInRange<double>(0.001, LoadPlan::maxTimeoutS);
    plan.ignoreEos = bytes.ConsumeBool();
    plan.maxErrorPercent = maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0, 100); });
    plan.maxMinutes =
        maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0.001, LoadPlan::maxMinutesLimit); });
    return plan;
}

ProbeReport probe(FuzzedDataProvider &bytes)
{
    ProbeReport probe;
    probe.base = fuzzedText(bytes);
    probe.address = fuzzedText(bytes);
    probe.serverHeader = fuzzedText(bytes);
    probe.servedModels += fuzzedText(bytes);
    probe.serverModel = fuzzedText(bytes);
    probe.accepted.ignoreEos = bytes.ConsumeBool();
    probe.accepted.streamUsage = bytes.ConsumeBool();
    probe.smallRequestSucceeded = bytes.ConsumeBool();
    probe.keepsConnection = maybe(bytes, [&bytes] { return bytes.ConsumeBool(); });
    probe.usageReported = maybe(bytes, [&bytes] { return bytes.ConsumeBool(); });
    probe.ttftNs = maybeTime(bytes);
    probe.chunkGapNs = maybeTime(bytes);
    probe.limits.totalSlots = maybe(bytes, [&bytes] { return bytes.ConsumeIntegralInRange<int>(1, 64); });
    probe.limits.contextTokens = maybeCount(bytes);
    probe.limits.decodeTps = maybe(bytes, [&bytes] { return bytes.ConsumeFloatingPointInRange<double>(0, 1e6); });
    probe.route.proxy = fuzzedText(bytes);
    probe.route.customHeaders += fuzzedText(bytes);
    probe.simulated = bytes.ConsumeBool();
    probe.steps.push_back({.name = fuzzedText(bytes),
        .state = ProbeStep::State(bytes.ConsumeIntegralInRange<int>(0, int(ProbeStep::State::Skipped))),
        .fact = fuzzedText(bytes),
        .durationNs = maybeTime(bytes)});
    probe.warnings += fuzzedText(bytes);
    return probe;
}

} // namespace

QString fuzzedText(FuzzedDataProvider &bytes)
{
    const std::string drawn = bytes.ConsumeRandomLengthString(24);
    if (bytes.ConsumeBool())
        return QString::fromUtf8(drawn.data(), qsizetype(drawn.size()));
    QString text;
    for (std::size_t i = 0; i + 1 < drawn.size(); i += 2)
        text += QChar(uchar(drawn[i]), uchar(drawn[i + 1]));
    return text;
}

LoadResult fuzzedResult(FuzzedDataProvider &bytes)
{
    LoadResult result;
    result.createdAt =
        QDateTime::fromSecsSinceEpoch(bytes.ConsumeIntegralInRange<qint64>(0, 4'000'000'000), QTimeZone::utc());
    result.plan = plan(bytes);
    result.endpoint = fuzzedText(bytes);
    result.endpointHost = fuzzedText(bytes);
    result.probe = probe(bytes);
    result.model = result.probe.model = fuzzedText(bytes);
    result.calibration.done = bytes.ConsumeBool();
    result.calibration.reached = bytes.ConsumeBool();
    result.calibration.words = smallCount(bytes);
    result.calibration.points.push_back({smallCount(bytes), smallCount(bytes)});
    const std::vector<int> &levels = result.plan.concurrency;
    const std::size_t ended = bytes.ConsumeIntegralInRange<std::size_t>(0, levels.size());
    quint64 index = bytes.ConsumeIntegralInRange<quint64>(0, quint64(1) << 40);
    for (std::size_t i = 0; i < ended; ++i)
        result.levels.push_back(level(bytes, levels[i], index, false));
    result.complete = ended == levels.size();
    if (!result.complete)
        result.partial = level(bytes, levels[ended], index, true);
    if (bytes.ConsumeBool())
        result.warnings.push_back(
            {.code = fuzzedText(bytes), .message = fuzzedText(bytes), .level = {}, .request = {}});
    result.instrumentCheck = maybe(bytes, [&bytes] { return instrumentCheck(bytes); });
    result.workerThreads = bytes.ConsumeIntegralInRange<int>(1, 4);
    result.osName = fuzzedText(bytes);
    result.machine = fuzzedText(bytes);
    result.curlVersion = fuzzedText(bytes);
    return result;
}

} // namespace streamgauge::fuzz
