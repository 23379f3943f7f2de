// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/steadystate.h"
#include "tests/models/load/plainrequest.h"

#include <QTest>

#include <limits>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr qint64 ms = 1'000'000;

/// Two slots. The first one's requests: 1,000 to 1,400, 1,400 to 1,800 and 1,800 to 2,200 ms; the other's: 1,100 to
/// 1,500 and 1,520 to 2,000 ms. Both at work first at 1,100 and last at 2,000: 900 of 1,200 ms.
LoadLevel twoSlots()
{
    return {.concurrency = 2,
        .requests = {plainRequest(0, 1000, 100, 390, 400, 30), plainRequest(1, 1100, 100, 390, 400, 30),
            plainRequest(2, 1400, 100, 400, 400, 30), plainRequest(3, 1520, 80, 480, 480, 40),
            plainRequest(4, 1800, 100, 400, 400, 30)},
        .client = {}};
}

std::optional<SteadyState> steady(const LoadLevel &level)
{
    return steadyState(level, TokenCountMethod::ServerUsage);
}

} // namespace

class TestSteadyState final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byHand()
    {
        const auto found = steady(twoSlots());
        QVERIFY(found);
        QCOMPARE(found->beginNs, 100 * ms);
        QCOMPARE(found->endNs, 1000 * ms);
        QCOMPARE(found->share, 0.75);
        // 300 + 400 + 400 + 480 + 200 ms of 900.
        QCOMPARE(found->meanInFlight, 1780.0 / 900);
        // All of the second, third and fourth; of the first 1,100 to 1,390 of its 290 ms, so all of it; of the last
        // 1,900 to 2,000 of its 300 ms: 30 + 30 + 30 + 40 + 10 tokens.
        QCOMPARE(found->outputPerS, 140.0 / 0.9);
    }

    void countsChunks()
    {
        LoadLevel level = twoSlots();
        for (RequestRecord &request : level.requests)
            request.contentChunks = *std::exchange(request.outputTokens, std::nullopt) / 10;
        QCOMPARE(steadyState(level, TokenCountMethod::StreamChunks)->outputPerS, 14.0 / 0.9);
    }

    void partsOfATokenAreKept()
    {
        LoadLevel level = twoSlots();
        level.requests[4].outputTokens = 1; // a third of it falls into the window
        QCOMPARE(steady(level)->outputPerS, 130.333333 / 0.9);
        level.requests[4].lastDeltaNs = level.requests[4].ttftNs; // in one moment, which is within
        QCOMPARE(steady(level)->outputPerS, 131 / 0.9);
        level.requests[4].ttftNs = level.requests[4].lastDeltaNs = 200 * ms; // at the very end, so made within
        QCOMPARE(steady(level)->outputPerS, 131 / 0.9);
        level.requests[4].ttftNs = level.requests[4].lastDeltaNs = 200 * ms + 1;
        QCOMPARE(steady(level)->outputPerS, 130 / 0.9);
    }

    void answersInOneMomentAreAllCounted()
    {
        // As a proxy delivers that holds an answer back until it is whole.
        const LoadLevel level{.concurrency = 1,
            .requests = {plainRequest(0, 0, 100, 0, 100, 8), plainRequest(1, 100, 100, 0, 100, 8)},
            .client = {}};
        const auto found = steady(level);
        QCOMPARE(found->share, 1.0);
        QCOMPARE(found->outputPerS, 80.0);
    }

    void aLastWaveThatIsNotFullIsLeftOut()
    {
        // Three waves of four slots, the last of two requests: what ends within a wave is nobody's to take.
        LoadLevel level{.concurrency = 4, .requests = {}, .client = {}};
        for (int i = 0; i < 10; ++i)
            level.requests.push_back(plainRequest(static_cast<quint64>(i), i / 4 * 1000, 100, 900, 1000, 10));
        level.requests[8].dispatchNs += 2 * ms; // after the two slots that found nothing had ended
        level.requests[9].dispatchNs += 3 * ms;
        const auto found = steady(level);
        QCOMPARE(found->beginNs, 0);
        QCOMPARE(found->endNs, 2000 * ms);
        QCOMPARE(found->meanInFlight, 4.0);
        QCOMPARE(found->outputPerS, 40.0);
    }

    void failuresKeepASlotBusyAndBringNothing()
    {
        LoadLevel level = twoSlots();
        level.requests[2].outcome = Outcome::Failed;
        const auto found = steady(level);
        QCOMPARE(found->endNs, 1000 * ms);
        QCOMPARE(found->meanInFlight, 1780.0 / 900);
        QCOMPARE(found->outputPerS, 110.0 / 0.9);
    }

    void whatWasNeverSentIsNotInFlight()
    {
        LoadLevel level = twoSlots();
        RequestRecord never;
        never.outcome = Outcome::Failed;
        level.requests.insert(level.requests.begin(), never);
        QCOMPARE(steady(level), steady(twoSlots()));
    }

    void oneSlotIsFullFromItsFirstRequest()
    {
        const LoadLevel level{.concurrency = 1,
            .requests = {plainRequest(0, 0, 10, 90, 100, 9), plainRequest(1, 150, 10, 90, 100, 9)},
            .client = {}};
        const auto found = steady(level);
        QCOMPARE(found->beginNs, 0);
        QCOMPARE(found->endNs, 250 * ms);
        QCOMPARE(found->share, 1.0);
        QCOMPARE(found->meanInFlight, 0.8);
        QCOMPARE(found->outputPerS, 72.0);
    }

    void theOrderOfRequestsIsNothing()
    {
        LoadLevel level = twoSlots();
        std::ranges::reverse(level.requests);
        QCOMPARE(steady(level), steady(twoSlots()));
    }

    void neverFull()
    {
        LoadLevel level = twoSlots();
        level.concurrency = 3;
        QVERIFY(!steady(level));
        // An end at the moment of a dispatch makes room for it.
        const LoadLevel inTurn{.concurrency = 2,
            .requests = {plainRequest(0, 0, 10, 90, 100, 9), plainRequest(1, 100, 10, 90, 100, 9)},
            .client = {}};
        QVERIFY(!steady(inTurn));
        QVERIFY(!steady(LoadLevel{.concurrency = 1, .requests = {}, .client = {}}));
        const LoadLevel instant{.concurrency = 1, .requests = {plainRequest(0, 0, 0, 0, 0, 1)}, .client = {}};
        QVERIFY(!steady(instant));
    }

    void aStoppedLevelEndsWithItsLastOwnEnd()
    {
        LoadLevel level = twoSlots();
        level.requests.pop_back();
        level.requests.back().outcome = Outcome::Cancelled; // 1,520 to 2,000
        level.requests[2].latencyNs = 420 * ms; // 1,400 to 1,820, the last that counts
        level.requests[2].outcome = Outcome::Succeeded;
        const auto found = steady(level);
        QCOMPARE(found->endNs, 820 * ms);
        QCOMPARE(found->share, 720.0 / 820);
        for (RequestRecord &request : level.requests)
            request.outcome = Outcome::Cancelled;
        QVERIFY(!steady(level));
    }

    void hugeNumbersDoNotOverflow()
    {
        LoadLevel level = twoSlots();
        constexpr qint64 longest = 2'000'000'000 * ms; // what a file may hold
        for (RequestRecord &request : level.requests) {
            request.outputTokens = std::numeric_limits<qint64>::max();
            request.lastDeltaNs = request.latencyNs = longest;
        }
        const auto found = steady(level);
        QVERIFY(found && found->outputPerS > 0 && found->share > 0.99 && found->share <= 1);
    }
};

QTEST_GUILESS_MAIN(TestSteadyState)
#include "tst_steadystate.moc"
