// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/planestimate.h"
#include "models/load/planwords.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// 100 ms to the first token, then one each 10 ms.
ProbeReport measured(std::optional<int> totalSlots = {}, std::optional<qint64> context = {})
{
    ProbeReport probe;
    probe.ttftNs = 100 * ms;
    probe.chunkGapNs = 10 * ms;
    probe.limits.totalSlots = totalSlots;
    probe.limits.contextTokens = context;
    return probe;
}

/// 1.1 s a request at that pace.
LoadPlan planOf(std::vector<int> levels, int requests)
{
    LoadPlan plan;
    plan.concurrency = std::move(levels);
    plan.requests = requests;
    plan.outputTokens = 101;
    plan.warmup = 0;
    return plan;
}

QStringList codesOf(const std::vector<RunWarning> &warnings)
{
    QStringList codes;
    for (const RunWarning &warning : warnings)
        codes << warning.code;
    return codes;
}

} // namespace

class TestPlanEstimate final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesServerSlotsIntoTheTime()
    {
        const LoadPlan plan = planOf({8}, 80);
        QCOMPARE(estimatedTime(plan, measured())->shortestS, 10 * 1.1);
        QCOMPARE(estimatedTime(plan, measured(4))->shortestS, 20 * 1.1);
        QCOMPARE(estimatedTime(plan, measured(64))->shortestS, 10 * 1.1);
        QCOMPARE(estimatedTime(plan, measured(4))->longestS, 80 * 1.2);
    }

    void countsRequestsPerSlot()
    {
        LoadPlan plan = planOf({1, 8}, 80);
        plan.requestsPerSlot = 10;
        QCOMPARE(estimatedTime(plan, measured())->shortestS, 20 * 1.1);
        QCOMPARE(planInWords(plan), u"1 and 8 at a time, 10 requests for each in flight, 512 tokens in, 101 out"_s);
    }

    void usesTheSpeedThatTheServerTells()
    {
        ProbeReport probe;
        probe.limits.decodeTps = 100;
        LoadPlan plan = planOf({1}, 10);
        plan.inputTokens = 4000;
        QVERIFY2(!estimatedTime(plan, probe), "how prompts are read is not known");
        probe.limits.promptTps = 2000;
        QCOMPARE(estimatedTime(plan, probe)->shortestS, 10 * (2.0 + 1.0));
        QVERIFY(!promptsTooLongToEstimate(plan, probe));
        probe.limits.promptTps.reset();
        QVERIFY(promptsTooLongToEstimate(plan, probe));
    }

    void boundsTheTimeByTheLimits()
    {
        LoadPlan plan = planOf({1, 8}, 80);
        plan.timeoutS = 3;
        plan.warmup = 4;
        QCOMPARE(longestTimeS(plan), (1 + 80 + 10) * 3.0);
        QCOMPARE(estimatedTime(plan, measured())->shortestS, 91 * 1.1);
        plan.timeoutS = 1;
        QCOMPARE(estimatedTime(plan, measured())->shortestS, 91.0);
        QCOMPARE(estimatedTime(plan, measured())->longestS, 91.0);
        plan.maxMinutes = 1;
        QCOMPARE(longestTimeS(plan), 60.0);
    }

    void warns_data()
    {
        QTest::addColumn<LoadPlan>("plan");
        QTest::addColumn<ProbeReport>("probe");
        QTest::addColumn<QStringList>("codes");
        const LoadPlan fits = planOf({1, 8}, 80);
        QTest::newRow("all fits") << fits << measured(8, 613) << QStringList();
        QTest::newRow("nothing known") << fits << ProbeReport() << QStringList();
        QTest::newRow("queue") << fits << measured(7, 613) << QStringList{u"over_slots"_s};
        QTest::newRow("context") << fits << measured(8, 612) << QStringList{u"context_too_small"_s};
        QTest::newRow("few requests") << planOf({1, 8}, 79) << measured()
                                      << QStringList{u"requests_below_10x_concurrency"_s};
        QTest::newRow("one at a time is enough") << planOf({1}, 2) << measured() << QStringList();
        LoadPlan perSlot = planOf({1, 4096}, 1);
        perSlot.requestsPerSlot = 10;
        QTest::newRow("ten a slot") << perSlot << measured() << QStringList();
        LoadPlan short_ = fits;
        short_.timeoutS = 1.09;
        QTest::newRow("time limit") << short_ << measured() << QStringList{u"will_time_out"_s};
        LoadPlan queued = fits;
        queued.timeoutS = 4.3; // 8 in flight on 2 slots: 4 x 1.1 s
        QTest::newRow("time limit in the queue")
            << queued << measured(2) << QStringList{u"will_time_out"_s, u"over_slots"_s};
        queued.timeoutS = 4.5;
        QTest::newRow("in time") << queued << measured(2) << QStringList{u"over_slots"_s};
        LoadPlan longPrompts = fits;
        longPrompts.inputTokens = 100'000;
        ProbeReport reads = measured();
        reads.limits.promptTps = 800;
        QTest::newRow("long prompts") << longPrompts << reads << QStringList{u"will_time_out"_s};
    }

    void warns()
    {
        QFETCH(LoadPlan, plan);
        QFETCH(ProbeReport, probe);
        const std::vector<RunWarning> warnings = planWarnings(plan, probe);
        QTEST(codesOf(warnings), "codes");
        for (const RunWarning &warning : warnings)
            QVERIFY(!warning.level && !warning.message.contains(u'%'));
    }

    void namesLevelsAndNumbers()
    {
        LoadPlan plan = planOf({1, 8, 1024}, 20'000);
        plan.timeoutS = 100;
        const auto warnings = planWarnings(plan, measured(4, 500));
        QCOMPARE(codesOf(warnings), (QStringList{u"context_too_small"_s, u"will_time_out"_s, u"over_slots"_s}));
        QVERIFY2(warnings[0].message.contains(u"613") && warnings[0].message.contains(u"500"),
            qPrintable(warnings[0].message));
        QVERIFY2(warnings[1].message.contains(u"level 1,024") && warnings[1].message.contains(u"100 s"),
            qPrintable(warnings[1].message));
        QVERIFY2(warnings[2].message.contains(u"8 and 1,024") && warnings[2].message.contains(u"4 requests"),
            qPrintable(warnings[2].message));
    }
};

QTEST_GUILESS_MAIN(TestPlanEstimate)
#include "tst_planestimate.moc"
