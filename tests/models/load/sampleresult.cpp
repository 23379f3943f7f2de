// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/load/sampleresult.h"

#include "models/load/levelstatistics.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <bit>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

constexpr qint64 ms = 1'000'000;

/// Odd nanoseconds that are the same in every run.
qint64 jitter(quint64 index, int chunk)
{
    return static_cast<qint64>((index * 7'919 + static_cast<quint64>(chunk) * 104'729) % 1'999'993);
}

ClientEvidence someClient(int concurrency)
{
    ClientEvidence client;
    client.peakInFlight = concurrency;
    client.connects = concurrency;
    client.eventLoopLag = {.n = 100, .mean = {}, .p50 = 52'001.0, .p95 = {}, .p99 = 190'000.0, .max = 251'000.0};
    client.dispatchDelay = {.n = 40, .mean = {}, .p50 = 20'003.0, .p95 = {}, .p99 = {}, .max = {}};
    client.readLag =
        ReadLag{.lag = {.n = 50, .mean = {}, .p50 = 31'007.0, .p95 = {}, .p99 = {}, .max = 412'345.0}, .dropped = 1};
    client.cpuShare = 0.0625;
    client.suspendedNs = 0;
    client.startRampNs = 1'234'567;
    client.startBurstLagNs = 98'765;
    return client;
}

LoadLevel fullLevel()
{
    LoadLevel level{.concurrency = 1, .requests = {}, .client = someClient(1)};
    qint64 at = 5'000 * ms;
    for (quint64 index = 4; index < 104; ++index) {
        level.requests.push_back(successOf(index, at, 120 * ms, 20 * ms, 16));
        at += *level.requests.back().latencyNs + 31'337;
    }
    return level;
}

LoadLevel levelWithErrors()
{
    LoadLevel level{.concurrency = 8, .requests = {}, .client = someClient(8)};
    constexpr ErrorKind kinds[] = {ErrorKind::HttpStatus, ErrorKind::Connection, ErrorKind::Tls, ErrorKind::ErrorEvent,
        ErrorKind::MalformedStream, ErrorKind::EndedEarly, ErrorKind::EmptyCompletion};
    qint64 at = 90'000 * ms;
    quint64 index = 104;
    for (const ErrorKind kind : kinds)
        level.requests.push_back(failureOf(index++, at += 3 * ms, Outcome::Failed, kind));
    level.requests[0].error->httpStatus = 429;
    level.requests[0].error->retryAfterS = 1.5;
    for (const std::size_t never : {std::size_t(1), std::size_t(2)}) { // no connection came to stand
        level.requests[never].dispatchNs = -1;
        level.requests[never].latencyNs.reset();
        level.requests[never].attempts = 0;
    }
    level.requests.push_back(failureOf(index++, at, Outcome::TimedOut, ErrorKind::Timeout));
    for (; index < 204; ++index)
        level.requests.push_back(successOf(index, at += 7 * ms, 300 * ms, 25 * ms, 12));
    level.requests.back().warnings = {u"no_finish_reason"_s, u"reasoning_in_answer"_s};
    level.requests.back().finishReason.clear();
    level.requests.back().anomalies = {{u"foreign_payload"_s, 2}, {u"ignored_payload"_s, 1}};
    level.client.reconnects = 2;
    return level;
}

LoadLevel levelByChunks()
{
    LoadLevel level{.concurrency = 32, .requests = {}, .client = someClient(32)};
    qint64 at = 200'000 * ms;
    for (quint64 index = 204; index < 304; ++index)
        level.requests.push_back(successOf(index, at += ms / 3, 410 * ms, 38 * ms, 9));
    RequestRecord &without = level.requests[17];
    without.inputTokens.reset();
    without.outputTokens.reset();
    without.cachedTokens.reset();
    without.usageRaw.clear();
    level.client.cpuShare.reset();
    level.client.readLag.reset();
    return level;
}

ProbeReport someProbe()
{
    ProbeReport probe;
    probe.base = u"http://127.0.0.1:8080/v1"_s;
    probe.address = u"127.0.0.1"_s;
    probe.addressFamily = u"ipv4"_s;
    probe.route = {.proxy = u"http://proxy:3128"_s,
        .proxyOfSystem = true,
        .familyAsked = u"ipv4"_s,
        .trustedCertificate = u"0123456789abcdef"_s.repeated(4),
        .extraAuthorities = 2,
        .customHeaders = {u"api-key"_s, u"X-Other"_s}};
    probe.serverHeader = u"llama.cpp"_s;
    probe.servedModels = {u"/srv/models/Qwen3-8B.gguf"_s, u"other \"model\""_s};
    probe.model = probe.servedModels.front();
    probe.serverModel = probe.servedModels.front();
    probe.smallRequestSucceeded = true;
    probe.keepsConnection = false;
    probe.usageReported = true;
    probe.ttftNs = 130 * ms + 1;
    probe.chunkGapNs = 20 * ms + 7;
    probe.steps = {
        {.name = u"models"_s, .state = ProbeStep::State::Passed, .fact = u"2 models"_s, .durationNs = 2 * ms},
        {.name = u"ignore_eos"_s, .state = ProbeStep::State::Warned, .fact = u"refused\nonce"_s, .durationNs = {}}};
    probe.warnings = {u"length_limit_ignored"_s};
    return probe;
}

} // namespace

RequestRecord successOf(quint64 index, qint64 dispatchNs, qint64 ttftNs, qint64 gapNs, int chunks)
{
    RequestRecord request;
    request.index = index;
    request.outcome = Outcome::Succeeded;
    request.dispatchNs = dispatchNs;
    request.connects = 1;
    request.connectNs = 80'000 + jitter(index, 1) / 100;
    request.attempts = 1;
    request.ttftNs = ttftNs + jitter(index, 0);
    request.firstEventNs = *request.ttftNs - 1'001;
    request.firstAnswerNs = request.ttftNs;
    request.firstDeltaKind = DeltaKind::Answer;
    qint64 last = *request.ttftNs;
    std::vector<qint64> gaps;
    for (int chunk = 1; chunk < chunks; ++chunk) {
        gaps.push_back(gapNs + jitter(index, chunk));
        last += gaps.back();
    }
    request.itlNs = std::move(gaps);
    request.lastDeltaNs = last;
    request.latencyNs = last + 150'001;
    request.contentChunks = chunks;
    request.reads = chunks;
    request.finishReason = u"length"_s;
    request.inputTokens = 512 + static_cast<qint64>(index % 3);
    request.cachedTokens = 0;
    request.outputTokens = chunks;
    request.usageRaw = R"({"prompt_tokens":512,"completion_tokens":)" + QByteArray::number(chunks) + '}';
    request.timingsRaw = R"({"prompt_ms":118.25,"predicted_per_second":48.5})";
    return request;
}

RequestRecord failureOf(quint64 index, qint64 dispatchNs, Outcome outcome, ErrorKind kind)
{
    RequestRecord request;
    request.index = index;
    request.outcome = outcome;
    request.error = RequestError{
        .kind = kind, .message = u"the server's “words” \\ and more"_s, .httpStatus = {}, .retryAfterS = {}};
    request.dispatchNs = dispatchNs;
    request.attempts = 1;
    request.latencyNs = 40 * ms + jitter(index, 2);
    return request;
}

LoadResult sampleResult()
{
    LoadResult result;
    result.createdAt = QDateTime(QDate(2026, 1, 31), QTime(12, 0, 5), Qt::UTC);
    result.plan.concurrency = {1, 8, 32};
    result.plan.outputTokens = 16;
    result.plan.timeoutS = 0.5;
    result.endpoint = u"http://127.0.0.1:8080"_s;
    result.endpointHost = u"127.0.0.1"_s;
    result.probe = someProbe();
    result.model = result.probe.model;
    result.calibration = {.points = {{500, 530}, {483, 512}}, .words = 483, .reached = true, .done = true};
    result.levels = {fullLevel(), levelWithErrors(), levelByChunks()};
    result.warnings = {{.code = u"length_limit_ignored"_s, .message = u"It went on."_s, .level = {}, .request = {}},
        {.code = u"no_finish_reason"_s, .message = u"1 of 100"_s, .level = 8, .request = quint64(203)}};
    result.complete = true;
    result.workerThreads = 2;
    result.osName = u"Debian GNU/Linux 12 (bookworm)"_s;
    result.machine = u"x86_64"_s;
    result.curlVersion = u"7.88.1"_s;
    return result;
}

LoadResult interruptedResult()
{
    LoadResult result = sampleResult();
    result.complete = false;
    result.partial = std::move(result.levels.back());
    result.levels.pop_back();
    auto &requests = result.partial->requests;
    requests.resize(30);
    for (std::size_t i = 24; i < requests.size(); ++i)
        requests[i] = failureOf(requests[i].index, requests[i].dispatchNs, Outcome::Cancelled, ErrorKind::Cancelled);
    return result;
}

QByteArray changed(QByteArray bytes, const QByteArray &from, const QByteArray &to)
{
    const qsizetype place = bytes.indexOf(from);
    if (place < 0)
        qFatal("not in the file: %s", from.constData());
    return bytes.replace(place, from.size(), to);
}

Result<void> HeldSamples::read(SampleRange range, const SampleTaker &take) const
{
    const std::span all(samples);
    if (range.offset > count() || range.count > count() - range.offset)
        return failure(u"results.samples"_s, u"beyond the end"_s);
    take(all.subspan(static_cast<std::size_t>(range.offset), static_cast<std::size_t>(range.count)));
    return {};
}

QByteArray HeldSamples::bytes() const
{
    QByteArray bytes;
    for (const qint64 sample : samples) {
        const auto bits = qToLittleEndian(std::bit_cast<quint64>(static_cast<double>(sample)));
        bytes.append(std::bit_cast<std::array<char, sizeof bits>>(bits).data(), sizeof bits);
    }
    return bytes;
}

HeldSamples putAside(LoadResult &result, const QString &name)
{
    HeldSamples aside;
    const auto put = [&aside](LoadLevel &level) {
        for (RequestRecord &request : level.requests) {
            const std::vector<qint64> gaps = request.itlNs.held();
            request.itlNs = Samples::inSideFile(
                {.offset = aside.count(), .count = std::ssize(gaps)}, request.itlNs.longestTenthShare());
            aside.samples.insert(aside.samples.end(), gaps.begin(), gaps.end());
        }
    };
    std::ranges::for_each(result.levels, put);
    if (result.partial)
        put(*result.partial);
    const auto keep = [&aside](LoadLevel &level) {
        if (!keepItl(level, aside))
            qFatal("a held sample cannot be read");
    };
    std::ranges::for_each(result.levels, keep);
    if (result.partial)
        keep(*result.partial);
    const QByteArray bytes = aside.bytes();
    result.sideFile = {.path = name,
        .sha256 = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(),
        .bytes = bytes.size()};
    return aside;
}

} // namespace streamgauge::test
