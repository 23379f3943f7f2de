// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/derivedmetrics.h"
#include "tests/models/load/plainrequest.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// One slot, three requests: 11, 21 and 6 tokens in 2,000 ms.
LoadLevel threeRequests()
{
    return {.concurrency = 1,
        .requests = {plainRequest(0, 0, 100, 300, 310, 11), plainRequest(1, 400, 200, 800, 810, 21),
            plainRequest(2, 1500, 150, 450, 500, 6)},
        .client = {}};
}

} // namespace

/// Numbers beside the method's, against what a hand calculation gives.
class TestDerivedMetrics final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timePerOutputToken()
    {
        RequestRecord request = plainRequest(0, 0, 100, 300, 310, 11);
        QCOMPARE(request.tpotNs(), std::optional<qint64>(20 * ms)); // 200 ms in 10 gaps
        QCOMPARE(*request.decodeTpsClient(), 50.0);
        request.contentChunks = 5; // bundled by the server: the tokens are the same
        QCOMPARE(request.tpotNs(), std::optional<qint64>(20 * ms));
        request.outputTokens = 8;
        QCOMPARE(request.tpotNs(), std::optional<qint64>(28'571'429)); // 200 ms / 7
        request.outputTokens = 3;
        request.lastDeltaNs = *request.ttftNs + 3; // 1.5 ns: half up
        QCOMPARE(request.tpotNs(), std::optional<qint64>(2));
        request.outputTokens = 4;
        request.lastDeltaNs = *request.ttftNs + 4; // 1.33 ns
        QCOMPARE(request.tpotNs(), std::optional<qint64>(1));
        request.lastDeltaNs = *request.ttftNs + 5; // 1.67 ns
        QCOMPARE(request.tpotNs(), std::optional<qint64>(2));
    }

    void timePerOutputTokenNeeds_data()
    {
        QTest::addColumn<RequestRecord>("request");
        const RequestRecord good = plainRequest(0, 0, 100, 300, 310, 11);
        const auto row = [&good](const char *name, auto change) {
            RequestRecord request = good;
            change(request);
            QTest::newRow(name) << request;
        };
        row("no usage", [](RequestRecord &one) { one.outputTokens.reset(); });
        row("no token", [](RequestRecord &one) { one.outputTokens = 0; });
        row("one token", [](RequestRecord &one) { one.outputTokens = 1; });
        row("all in one read", [](RequestRecord &one) { one.reads = 1; });
        row("no time between", [](RequestRecord &one) { one.lastDeltaNs = one.ttftNs; });
        row("no content", [](RequestRecord &one) { one.ttftNs.reset(), one.lastDeltaNs.reset(); });
        row("never dispatched", [](RequestRecord &one) { one = {}; });
    }

    void timePerOutputTokenNeeds()
    {
        QFETCH(RequestRecord, request);
        QVERIFY(!request.tpotNs());
        QVERIFY(!request.decodeTpsClient());
    }

    void tokensAChunk()
    {
        RequestRecord request = plainRequest(0, 0, 100, 300, 310, 11);
        QCOMPARE(*request.tokensPerChunk(), 1.0);
        request.contentChunks = 4;
        QCOMPARE(*request.tokensPerChunk(), 2.75);
        request.outputTokens = 0;
        QVERIFY(!request.tokensPerChunk());
        request.outputTokens.reset();
        QVERIFY(!request.tokensPerChunk());
        request.outputTokens = 3;
        request.contentChunks = 0;
        QVERIFY(!request.tokensPerChunk());
    }

    void levelByHand()
    {
        LoadLevel level = threeRequests();
        level.requests[1].contentChunks = 7;
        level.requests[1].firstAnswerNs = 600 * ms; // reasons first
        const DerivedMetrics derived = derivedMetrics(level);
        QCOMPARE(derived.method, TokenCountMethod::ServerUsage);
        QCOMPARE(derived.succeeded, 3);
        QCOMPARE(derived.tpot.n, 3); // 20, 30, 60 ms
        QCOMPARE(*derived.tpot.p50, 30.0 * ms);
        QCOMPARE(*derived.tpot.mean, 110.0 * ms / 3);
        QVERIFY(!derived.tpot.p95);
        QCOMPARE(derived.firstAnswer.n, 3); // 100, 600, 150 ms
        QCOMPARE(*derived.firstAnswer.p50, 150.0 * ms);
        QCOMPARE(*derived.tokensPerChunk, 38.0 / 24);
        QCOMPARE(*derived.outputTokensPerS, 19.0);
        QCOMPARE(*derived.inputTokensPerS, 150.0);
        QCOMPARE(*derived.totalTokensPerS, 169.0);
        QCOMPARE(*derived.tokensPerSPerStream, 20.0 / 0.6); // of 50, 33.3 and 16.7
    }

    void failuresAreInNone()
    {
        LoadLevel level = threeRequests();
        const DerivedMetrics whole = derivedMetrics(level);
        for (const Outcome outcome : {Outcome::Failed, Outcome::TimedOut, Outcome::Cancelled}) {
            RequestRecord other = plainRequest(9, 100, 10, 20, 30, 500);
            other.outcome = outcome;
            level.requests.push_back(other);
        }
        const DerivedMetrics derived = derivedMetrics(level);
        QCOMPARE(derived.tpot, whole.tpot);
        QCOMPARE(derived.firstAnswer, whole.firstAnswer);
        QCOMPARE(derived.tokensPerChunk, whole.tokensPerChunk);
        QCOMPARE(derived.totalTokensPerS, whole.totalTokensPerS);
        QCOMPARE(derived.tokensPerSPerStream, whole.tokensPerSPerStream);
    }

    void someWithoutUsage()
    {
        LoadLevel level = threeRequests();
        level.requests[2].outputTokens.reset();
        level.requests[2].inputTokens.reset();
        const DerivedMetrics derived = derivedMetrics(level);
        QCOMPARE(derived.method, TokenCountMethod::StreamChunks);
        QCOMPARE(derived.tpot.n, 2);
        QCOMPARE(*derived.tokensPerChunk, 1.0); // of the two that told
        QVERIFY(!derived.outputTokensPerS && !derived.inputTokensPerS && !derived.totalTokensPerS);
        QVERIFY(derived.whyNoTokenRate().contains(u"not every successful request"_s));
        LoadLevel noPrompt = threeRequests();
        noPrompt.requests[0].inputTokens.reset();
        const DerivedMetrics outputOnly = derivedMetrics(noPrompt);
        QCOMPARE(*outputOnly.outputTokensPerS, 19.0);
        QVERIFY(!outputOnly.inputTokensPerS && !outputOnly.totalTokensPerS);
    }

    void reasoningOnlyHasNoAnswer()
    {
        LoadLevel level = threeRequests();
        for (RequestRecord &request : level.requests)
            request.firstAnswerNs.reset();
        QCOMPARE(derivedMetrics(level).firstAnswer, Distribution{});
    }

    void nothingToTell()
    {
        LoadLevel failed = threeRequests();
        for (RequestRecord &request : failed.requests)
            request.outcome = Outcome::Failed;
        for (const LoadLevel &level : {LoadLevel{.concurrency = 4, .requests = {}, .client = {}}, failed}) {
            const DerivedMetrics derived = derivedMetrics(level);
            QCOMPARE(derived.succeeded, 0);
            QCOMPARE(derived.tpot, Distribution{});
            QVERIFY(!derived.tokensPerChunk && !derived.outputTokensPerS && !derived.tokensPerSPerStream);
            QCOMPARE(derived.whyNoTokensPerChunk(), u"no request succeeded"_s);
            QCOMPARE(derived.whyNoTokenRate(), derived.whyNoRatePerStream());
        }
        LoadLevel instant{.concurrency = 1, .requests = {plainRequest(0, 5, 0, 0, 0, 1)}, .client = {}};
        const DerivedMetrics derived = derivedMetrics(instant);
        QVERIFY(!derived.outputTokensPerS && !derived.steady); // a rate over no time
    }
};

QTEST_GUILESS_MAIN(TestDerivedMetrics)
#include "tst_derivedmetrics.moc"
