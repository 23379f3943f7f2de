// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/lockstep.h"
#include "tests/models/load/plainrequest.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr qint64 ms = 1'000'000;

/// Four slots, 1,000 ms a request. In each of five rounds the slots begin `apartMs` after each other, and the first
/// token takes 100 ms and `rampMs` more for each that began before it.
LoadLevel rounds(qint64 apartMs, qint64 rampMs)
{
    LoadLevel level{.concurrency = 4, .requests = {}, .client = {}};
    for (qint64 round = 0; round < 5; ++round) {
        for (qint64 slot = 0; slot < 4; ++slot) {
            const qint64 at = round * 1000 + slot * apartMs;
            const auto index = static_cast<quint64>(level.requests.size());
            level.requests.push_back(plainRequest(index, at, 100 + slot * rampMs, 990, 1000, 50));
        }
    }
    return level;
}

} // namespace

class TestLockStep final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wavesThatShowInTheFirstToken()
    {
        const auto found = lockStep(rounds(1, 60));
        QVERIFY(found);
        QCOMPARE(found->share, 1.0);
        QCOMPARE(found->latencyP50, 1000.0 * ms);
        QCOMPARE(found->ttftP10, 100.0 * ms); // of 100, 160, 220 and 280 ms, four of each
        QCOMPARE(found->ttftP90, 280.0 * ms);
        QVERIFY(found->matters());
    }

    void wavesThatDoNotShow()
    {
        const auto found = lockStep(rounds(1, 0));
        QCOMPARE(found->share, 1.0);
        QVERIFY(!found->matters());
        QVERIFY(!lockStep(rounds(1, 10))->matters()); // p90 is 1.3 times p10
        LoadLevel brief = rounds(1, 10);
        for (RequestRecord &request : brief.requests)
            request.ttftNs = *request.ttftNs - 95 * ms; // 5 to 35 ms: within what a client adds to 1,000
        QVERIFY(!lockStep(brief)->matters());
    }

    void spreadRequestsAreNoWave()
    {
        const auto found = lockStep(rounds(250, 60));
        QVERIFY(found);
        QCOMPARE(found->share, 0.0);
        QVERIFY(!found->matters());
    }

    void failuresKeepTheStepButHaveNoTime()
    {
        LoadLevel level = rounds(1, 60);
        for (std::size_t i = 3; i < level.requests.size(); i += 4)
            level.requests[i].outcome = Outcome::Failed;
        const auto found = lockStep(level);
        QCOMPARE(found->share, 1.0);
        QCOMPARE(found->ttftP90, 220.0 * ms);
    }

    void tooFewToTell()
    {
        LoadLevel level = rounds(1, 60);
        level.concurrency = 3;
        QVERIFY(!lockStep(level));
        level = rounds(1, 60);
        level.requests.resize(11);
        QVERIFY(!lockStep(level));
        level = rounds(1, 60);
        for (RequestRecord &request : level.requests)
            request.outcome = Outcome::Failed;
        QVERIFY(!lockStep(level));
        QVERIFY(!lockStep({}));
    }
};

QTEST_GUILESS_MAIN(TestLockStep)
#include "tst_lockstep.moc"
