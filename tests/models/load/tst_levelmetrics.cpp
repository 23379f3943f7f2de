// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levelwarnings.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

#include <limits>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// Plain numbers: no jitter.
RequestRecord plain(quint64 index, qint64 dispatchNs, qint64 ttftNs, std::vector<qint64> itl, qint64 latencyNs)
{
    RequestRecord request;
    request.index = index;
    request.outcome = Outcome::Succeeded;
    request.dispatchNs = dispatchNs;
    request.ttftNs = ttftNs;
    request.latencyNs = latencyNs;
    request.contentChunks = static_cast<int>(itl.size()) + 1;
    request.reads = request.contentChunks;
    request.firstAnswerNs = request.ttftNs;
    request.itlNs = std::move(itl);
    request.inputTokens = 512;
    request.outputTokens = request.contentChunks;
    return request;
}

LoadLevel threeRequests()
{
    return {.concurrency = 2,
        .requests = {plain(0, 1000 * ms, 100 * ms, {10 * ms, 20 * ms, 30 * ms}, 200 * ms),
            plain(1, 1050 * ms, 200 * ms, {40 * ms, 50 * ms, 60 * ms}, 400 * ms),
            plain(2, 1200 * ms, 150 * ms, {20 * ms, 20 * ms, 20 * ms}, 250 * ms)},
        .client = {}};
}

LoadPlan planOf(int outputTokens)
{
    LoadPlan plan;
    plan.outputTokens = outputTokens;
    return plan;
}

ProbeReport probeOf(std::optional<bool> usage, bool ignoreEos = true)
{
    ProbeReport probe;
    probe.usageReported = usage;
    probe.accepted.ignoreEos = ignoreEos;
    return probe;
}

QStringList codesOf(const LoadLevel &level, const LoadPlan &plan)
{
    QStringList codes;
    for (const RunWarning &warning : levelWarnings(level, levelMetrics(level, plan, probeOf(true)), plan))
        codes += warning.code;
    return codes;
}

} // namespace

class TestLevelMetrics final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesByHandNumbers();
    void leavesFailuresOut();
    void leavesCancelledOut();
    void countsChunksWhereUsageIsMissing();
    void takesZeroTokensBesideContentForNoUsage();
    void knowsAnEmptyLevel_data();
    void knowsAnEmptyLevel();
    void tellsWhetherIgnoreEosWasHonoured_data();
    void tellsWhetherIgnoreEosWasHonoured();
    void survivesHugeCounts();
    void countsErrorsByKind();
    void warnsOfLengths();
    void warnsOfRequestsOnce();
    void warnsOfFailuresWithTheFirstOnesWords();
    void warnsOfSecondDispatchesAndOfTooFewRequests();
    void warnsWhereMostRepliesWereHeldOpen();
};

void TestLevelMetrics::computesByHandNumbers()
{
    const LevelMetrics metrics = levelMetrics(threeRequests(), planOf(4), probeOf(true));
    QCOMPARE(metrics.method, TokenCountMethod::ServerUsage);
    QCOMPARE(metrics.succeeded, 3);
    QCOMPARE(*metrics.durationS, 0.45); // 1.000 s to 1.450 s
    QCOMPARE(metrics.requestThroughput, 3 / 0.45);
    QCOMPARE(metrics.outputThroughput, 12 / 0.45);
    QCOMPARE(*metrics.inputTokensMean, 512.0);
    QCOMPARE(*metrics.outputTokensMean, 4.0);
    QCOMPARE(metrics.ttft.n, 3);
    QCOMPARE(*metrics.ttft.mean, 150.0 * ms);
    QCOMPARE(*metrics.ttft.p50, 150.0 * ms);
    QVERIFY(!metrics.ttft.p95);
    QCOMPARE(metrics.itl.n, 9);
    QCOMPARE(*metrics.itl.mean, 30.0 * ms);
    QCOMPARE(*metrics.itl.p50, 20.0 * ms);
    QCOMPARE(*metrics.latency.p50, 250.0 * ms);
}

void TestLevelMetrics::leavesFailuresOut()
{
    LoadLevel level = threeRequests();
    const LevelMetrics before = levelMetrics(level, planOf(4), probeOf(true));
    // It ends last and was dispatched first: only the duration sees it.
    RequestRecord failed = failureOf(3, 900 * ms, Outcome::Failed, ErrorKind::EndedEarly);
    failed.ttftNs = 1;
    failed.itlNs = {1, 1, 1};
    failed.outputTokens = 99;
    failed.latencyNs = 1100 * ms;
    level.requests.push_back(failed);
    level.requests.push_back(failureOf(4, -1, Outcome::TimedOut, ErrorKind::Timeout));
    level.requests.back().latencyNs.reset();
    const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(true));
    QCOMPARE(metrics.succeeded, 3);
    QCOMPARE(metrics.failed, 1);
    QCOMPARE(metrics.timedOut, 1);
    QCOMPARE(metrics.ttft, before.ttft);
    QCOMPARE(metrics.itl, before.itl);
    QCOMPARE(metrics.latency, before.latency);
    QCOMPARE(*metrics.outputTokensMean, 4.0);
    QCOMPARE(*metrics.durationS, 1.1);
    QCOMPARE(metrics.outputThroughput, 12 / 1.1);
}

void TestLevelMetrics::leavesCancelledOut()
{
    LoadLevel level = threeRequests();
    const LevelMetrics before = levelMetrics(level, planOf(4), probeOf(true));
    RequestRecord cancelled = failureOf(3, 1300 * ms, Outcome::Cancelled, ErrorKind::Cancelled);
    cancelled.latencyNs = 9000 * ms;
    level.requests.push_back(cancelled);
    const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(true));
    QCOMPARE(metrics.durationS, before.durationS);
    QCOMPARE(metrics.succeeded + metrics.failed + metrics.timedOut, 3);
    QCOMPARE(level.errorCounts(), (std::map<QString, int>{{u"cancelled"_s, 1}}));
}

void TestLevelMetrics::countsChunksWhereUsageIsMissing()
{
    LoadLevel level = threeRequests();
    level.requests[0].outputTokens = 400; // several tokens a chunk: not to be mixed with chunks
    level.requests[1].outputTokens.reset();
    const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(true));
    QCOMPARE(metrics.method, TokenCountMethod::StreamChunks);
    QCOMPARE(*metrics.outputTokensMean, 4.0);
    QCOMPARE(metrics.outputThroughput, 12 / 0.45);
    QVERIFY(!metrics.inputTokensMean);
    QVERIFY(!metrics.ignoreEosHonoured);
}

void TestLevelMetrics::takesZeroTokensBesideContentForNoUsage()
{
    LoadLevel level = threeRequests();
    level.requests[2].outputTokens = 0;
    QCOMPARE(levelMetrics(level, planOf(4), probeOf(true)).method, TokenCountMethod::StreamChunks);
}

void TestLevelMetrics::knowsAnEmptyLevel_data()
{
    QTest::addColumn<bool>("usage");
    QTest::newRow("the small request had usage") << true;
    QTest::newRow("it had none") << false;
}

void TestLevelMetrics::knowsAnEmptyLevel()
{
    QFETCH(bool, usage);
    LoadLevel level{.concurrency = 4, .requests = {}, .client = {}};
    for (const bool withFailure : {false, true}) {
        if (withFailure)
            level.requests.push_back(failureOf(0, 5 * ms, Outcome::Failed, ErrorKind::HttpStatus));
        const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(usage));
        QCOMPARE(metrics.method == TokenCountMethod::ServerUsage, usage);
        QCOMPARE(metrics.durationS.has_value(), withFailure);
        QCOMPARE(metrics.requestThroughput, 0.0);
        QCOMPARE(metrics.outputThroughput, 0.0);
        QVERIFY(!metrics.inputTokensMean && !metrics.outputTokensMean && !metrics.ignoreEosHonoured);
        QCOMPARE(metrics.ttft, Distribution());
        QCOMPARE(metrics.itl, Distribution());
        QCOMPARE(metrics.latency, Distribution());
    }
    QCOMPARE(levelMetrics({}, planOf(4), probeOf(std::nullopt)).method, TokenCountMethod::StreamChunks);
}

void TestLevelMetrics::tellsWhetherIgnoreEosWasHonoured_data()
{
    QTest::addColumn<std::vector<qint64>>("returned");
    QTest::addColumn<bool>("sent");
    QTest::addColumn<int>("honoured"); // -1: not known
    QTest::newRow("exact") << std::vector<qint64>{4, 4, 4} << true << 1;
    QTest::newRow("one shorter") << std::vector<qint64>{4, 3, 4} << true << 0;
    QTest::newRow("one longer") << std::vector<qint64>{4, 4, 5} << true << -1;
    QTest::newRow("longer and shorter") << std::vector<qint64>{5, 3, 4} << true << 0;
    QTest::newRow("not sent") << std::vector<qint64>{4, 4, 4} << false << -1;
}

void TestLevelMetrics::tellsWhetherIgnoreEosWasHonoured()
{
    QFETCH(std::vector<qint64>, returned);
    QFETCH(bool, sent);
    QFETCH(int, honoured);
    LoadLevel level = threeRequests();
    for (std::size_t i = 0; i < returned.size(); ++i)
        level.requests[i].outputTokens = returned[i];
    const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(true, sent));
    QCOMPARE(metrics.ignoreEosHonoured.has_value() ? int(*metrics.ignoreEosHonoured) : -1, honoured);
}

void TestLevelMetrics::survivesHugeCounts()
{
    LoadLevel level = threeRequests();
    const qint64 huge = std::numeric_limits<qint64>::max();
    for (RequestRecord &request : level.requests) {
        request.outputTokens = huge;
        request.inputTokens = huge;
    }
    const LevelMetrics metrics = levelMetrics(level, planOf(4), probeOf(true));
    QCOMPARE(*metrics.outputTokensMean, double(huge));
    QCOMPARE(*metrics.inputTokensMean, double(huge));
    QCOMPARE(metrics.outputThroughput, 3.0 * double(huge) / 0.45);
}

void TestLevelMetrics::countsErrorsByKind()
{
    const LoadResult result = sampleResult();
    QCOMPARE(result.levels[0].errorCounts(), (std::map<QString, int>()));
    QCOMPARE(result.levels[1].errorCounts(),
        (std::map<QString, int>{{u"connection"_s, 1}, {u"empty_completion"_s, 1}, {u"ended_early"_s, 1},
            {u"error_event"_s, 1}, {u"http_status"_s, 1}, {u"malformed_stream"_s, 1}, {u"timeout"_s, 1},
            {u"tls"_s, 1}}));
}

void TestLevelMetrics::warnsOfLengths()
{
    LoadLevel level = threeRequests();
    QCOMPARE(codesOf(level, planOf(4)), QStringList());
    for (RequestRecord &request : level.requests)
        request.inputTokens = 517; // 1 % of 512 are 5.12
    QCOMPARE(codesOf(level, planOf(4)), QStringList());
    level.requests[0].inputTokens = 519;
    QCOMPARE(codesOf(level, planOf(4)), QStringList{u"input_length_off"_s});
    QCOMPARE(codesOf(threeRequests(), planOf(3)), QStringList{u"output_longer_than_asked"_s});
    level = threeRequests();
    level.requests[0].outputTokens = 2;
    QVERIFY(!codesOf(level, planOf(3)).contains(u"output_longer_than_asked"_s));
    QCOMPARE(inputLengthTolerance(8), 2.0);
    QCOMPARE(inputLengthTolerance(8192), 81.92);
}

void TestLevelMetrics::warnsOfRequestsOnce()
{
    LoadLevel level = threeRequests();
    level.requests[1].warnings = {u"no_finish_reason"_s};
    level.requests[2].warnings = {u"no_finish_reason"_s, u"some_new_code"_s};
    level.requests[0].outputTokens.reset();
    const auto warnings = levelWarnings(level, levelMetrics(level, planOf(4), probeOf(true)), planOf(4));
    QCOMPARE(warnings.size(), 3U);
    QCOMPARE(warnings[0].code, u"no_finish_reason"_s);
    QVERIFY2(warnings[0].message.startsWith(u"2 of 3 requests"), qPrintable(warnings[0].message));
    QCOMPARE(warnings[0].level, std::optional(2));
    QCOMPARE(warnings[0].request, std::optional(quint64(1)));
    QVERIFY(warnings[1].message.contains(u"some_new_code"));
    QCOMPARE(warnings[2].code, u"usage_missing"_s);
    QCOMPARE(warnings[2].request, std::optional(quint64(0)));
}

void TestLevelMetrics::warnsOfFailuresWithTheFirstOnesWords()
{
    LoadLevel level = threeRequests();
    const auto fail = [&level](std::size_t i, Outcome outcome, ErrorKind kind, const QString &words) {
        level.requests[i].outcome = outcome;
        level.requests[i].error = RequestError{.kind = kind, .message = words, .httpStatus = {}, .retryAfterS = {}};
    };
    fail(1, Outcome::Failed, ErrorKind::Connection, u"refused"_s);
    fail(2, Outcome::TimedOut, ErrorKind::Timeout, u"too slow"_s);
    const auto warnings = levelWarnings(level, levelMetrics(level, planOf(4), probeOf(true)), planOf(4));
    QCOMPARE(warnings.size(), 1U);
    QCOMPARE(warnings[0].code, u"requests_failed"_s);
    QCOMPARE(warnings[0].request, std::optional(quint64(1)));
    QCOMPARE(warnings[0].message, u"2 of 3 requests failed (1 connection, 1 timeout). The first: refused"_s);
    // What a person stopped did not fail.
    level = threeRequests();
    fail(0, Outcome::Cancelled, ErrorKind::Cancelled, u"stopped"_s);
    QCOMPARE(codesOf(level, planOf(4)), QStringList());
}

void TestLevelMetrics::warnsOfSecondDispatchesAndOfTooFewRequests()
{
    LoadLevel level = threeRequests();
    level.requests[0].attempts = 2;
    QCOMPARE(codesOf(level, planOf(4)), QStringList{u"reconnected"_s});
    level = threeRequests();
    level.concurrency = 8;
    LoadPlan plan = planOf(4);
    plan.requests = 8;
    QCOMPARE(codesOf(level, plan), QStringList{u"ramp_share"_s});
    plan.requests = 7;
    QCOMPARE(codesOf(level, plan), QStringList{u"concurrency_not_reached"_s});
}

void TestLevelMetrics::warnsWhereMostRepliesWereHeldOpen()
{
    LoadLevel level = threeRequests();
    level.concurrency = 1;
    LevelMetrics metrics;
    metrics.durationS = 2;
    const auto warned = [&](int held) {
        for (std::size_t i = 0; i < level.requests.size(); ++i)
            level.requests[i].warnings = i < std::size_t(held) ? QStringList{u"body_held_open"_s} : QStringList();
        std::vector<RunWarning> warnings = levelWarnings(level, metrics, planOf(4));
        std::erase_if(warnings, [](const RunWarning &warning) { return warning.code != u"body_held_open"; });
        return warnings;
    };
    QCOMPARE(warned(3).size(), 1U);
    const RunWarning warning = warned(3).front();
    QCOMPARE(warning.code, u"body_held_open"_s);
    QCOMPARE(warning.level, std::optional(1));
    // 2 waits of 0.25 s in 2 s of one slot.
    QVERIFY2(warning.message.contains(u"Before 2 of 3 requests"), qPrintable(warning.message));
    QVERIFY2(warning.message.contains(u" 0.25 s") && warning.message.contains(u" 25 %"), qPrintable(warning.message));
    QVERIFY(warned(2).empty()); // one of two is not most
    level.concurrency = 3;
    QVERIFY(warned(3).empty()); // each is its slot's first
    level.concurrency = 1;
    metrics.durationS.reset();
    QVERIFY(warned(3).front().message.endsWith(u"after [DONE]."));
}

QTEST_GUILESS_MAIN(TestLevelMetrics)
#include "tst_levelmetrics.moc"
