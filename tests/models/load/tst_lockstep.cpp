// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/lockstep.h"
#include "tests/models/load/plainrequest.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// Four slots, 1,000 ms a request, 300 ms to the first token. In each of five rounds the slots begin `apartMs` after
/// each other.
LoadLevel rounds(qint64 apartMs)
{
    LoadLevel level{.concurrency = 4, .requests = {}, .client = {}};
    for (qint64 round = 0; round < 5; ++round) {
        for (qint64 slot = 0; slot < 4; ++slot) {
            const auto index = static_cast<quint64>(level.requests.size());
            level.requests.push_back(plainRequest(index, round * 1000 + slot * apartMs, 300, 990, 1000, 50));
        }
    }
    return level;
}

LoadLevel alone(qint64 ttftMs)
{
    return {.concurrency = 1,
        .requests = {plainRequest(0, 0, ttftMs, 900, 910, 10), plainRequest(1, 1000, ttftMs, 900, 910, 10)},
        .client = {}};
}

} // namespace

class TestLockStep final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWaves()
    {
        const auto found = lockStep(rounds(1));
        QVERIFY(found);
        QCOMPARE(found->share, 1.0);
        QCOMPARE(found->ttftP50, 300.0 * ms);
        QCOMPARE(found->latencyP50, 1000.0 * ms);
        const auto spread = lockStep(rounds(250));
        QVERIFY(spread);
        QCOMPARE(spread->share, 0.0);
    }

    void mattersWhereThePromptsWaitForEachOther()
    {
        const LockStep waves = *lockStep(rounds(1));
        QVERIFY(waves.matters(100.0 * ms));
        QVERIFY(waves.matters(199.0 * ms));
        QVERIFY(!waves.matters(200.0 * ms)); // one and a half times as long
        QVERIFY(!lockStep(rounds(250))->matters(100.0 * ms));
        QVERIFY(!(LockStep{.share = 1, .ttftP50 = 40.0 * ms, .latencyP50 = 1000.0 * ms}).matters(5.0 * ms));
        QVERIFY(!(LockStep{.share = 0.5, .ttftP50 = 300.0 * ms, .latencyP50 = 1000.0 * ms}).matters(5.0 * ms));
    }

    void failuresKeepTheStepButHaveNoTime()
    {
        LoadLevel level = rounds(1);
        for (std::size_t i = 3; i < level.requests.size(); i += 4) {
            level.requests[i].outcome = Outcome::Failed;
            level.requests[i].ttftNs = 9'000 * ms;
        }
        QCOMPARE(lockStep(level)->share, 1.0);
        QCOMPARE(lockStep(level)->ttftP50, 300.0 * ms);
    }

    void tooFewToTell()
    {
        LoadLevel level = rounds(1);
        level.concurrency = 3;
        QVERIFY(!lockStep(level));
        level = rounds(1);
        level.requests.resize(11);
        QVERIFY(!lockStep(level));
        level = rounds(1);
        for (RequestRecord &request : level.requests)
            request.outcome = Outcome::Failed;
        QVERIFY(!lockStep(level));
        QVERIFY(!lockStep({}));
    }

    void knowsTheTimeOfARequestAlone()
    {
        QCOMPARE(ttftAlone({rounds(1), alone(120)}), std::optional(120.0 * ms));
        QVERIFY(!ttftAlone({rounds(1)}));
        QVERIFY(!ttftAlone({}));
        LoadLevel failed = alone(120);
        for (RequestRecord &request : failed.requests)
            request.outcome = Outcome::Failed;
        QVERIFY(!ttftAlone({failed}));
    }

    void warns()
    {
        const auto warning = lockStepWarning(rounds(1), 100.0 * ms);
        QVERIFY(warning);
        QCOMPARE(warning->code, u"lockstep_arrivals"_s);
        QCOMPARE(warning->level, 4);
        QVERIFY2(warning->message.startsWith(u"100 % of the requests"_s), qPrintable(warning->message));
        QVERIFY2(warning->message.contains(u"300\u2009ms"_s) && warning->message.contains(u"100\u2009ms"_s),
            qPrintable(warning->message));
        QVERIFY(!lockStepWarning(rounds(1), 290.0 * ms));
        QVERIFY(!lockStepWarning(rounds(1), std::nullopt)); // no level of one request at a time
        QVERIFY(!lockStepWarning({}, 100.0 * ms));
    }
};

QTEST_GUILESS_MAIN(TestLockStep)
#include "tst_lockstep.moc"
