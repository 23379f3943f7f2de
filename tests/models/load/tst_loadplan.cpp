// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/loadplan.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace streamgauge;
using namespace Qt::StringLiterals;

using Change = std::function<void(LoadPlan &)>;

class TestLoadPlan final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatItSends();
    void takesItsBounds();
    void refuses_data();
    void refuses();
};

void TestLoadPlan::countsWhatItSends()
{
    const LoadPlan plan;
    QCOMPARE(plan.highestConcurrency(), 32);
    QCOMPARE(plan.measuredRequests(), 300);
    QCOMPARE(plan.promptTokens(), 304 * 512);
    QCOMPARE(plan.completionTokens(), 304 * 128);
    LoadPlan perSlot;
    perSlot.requestsPerSlot = 10;
    QCOMPARE(perSlot.requestsAt(8), 80);
    QCOMPARE(perSlot.measuredRequests(), 410);
    QCOMPARE(plan.requestsAt(8), 100);
    LoadPlan large;
    large.concurrency.assign(1000, 1);
    large.requests = LoadPlan::maxRequests;
    large.warmup = 0;
    large.inputTokens = LoadPlan::maxTokens;
    QCOMPARE(large.promptTokens(), Q_INT64_C(10'000'000'000'000'000));
}

void TestLoadPlan::takesItsBounds()
{
    QVERIFY(LoadPlan::checked(LoadPlan()).has_value());
    LoadPlan low{.concurrency = {1},
        .requests = 1,
        .warmup = 0,
        .inputTokens = 1,
        .outputTokens = 1,
        .seed = 0,
        .timeoutS = 0.001};
    QCOMPARE(LoadPlan::checked(low).value(), low);
    LoadPlan high{.concurrency = {4096, 1, 4096},
        .requests = 1'000'000,
        .warmup = 1'000'000,
        .inputTokens = 10'000'000,
        .outputTokens = 10'000'000,
        .seed = (quint64(1) << 53) - 1,
        .timeoutS = 86'400};
    QVERIFY(LoadPlan::checked(high).has_value());
    high.requestsPerSlot = 244;
    QVERIFY(LoadPlan::checked(high).has_value());
}

void TestLoadPlan::refuses_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("value");
    QTest::newRow("no level") << Change([](LoadPlan &p) { p.concurrency.clear(); }) << u"plan.concurrency"_s
                              << u"1,8,32"_s;
    QTest::newRow("level 0") << Change([](LoadPlan &p) {
        p.concurrency = {1, 0};
    }) << u"plan.concurrency"_s
                             << u"“0”"_s;
    QTest::newRow("level 4097") << Change([](LoadPlan &p) { p.concurrency = {4097}; }) << u"plan.concurrency"_s
                                << u"4097"_s;
    QTest::newRow("no request") << Change([](LoadPlan &p) { p.requests = 0; }) << u"plan.requests"_s << u" 0;"_s;
    QTest::newRow("too many requests") << Change([](LoadPlan &p) { p.requests = 1'000'001; }) << u"plan.requests"_s
                                       << u"1000001"_s;
    QTest::newRow("negative warm-up") << Change([](LoadPlan &p) { p.warmup = -1; }) << u"plan.warmup"_s << u"-1"_s;
    QTest::newRow("no input") << Change([](LoadPlan &p) { p.inputTokens = 0; }) << u"plan.input_tokens"_s << u" 0;"_s;
    QTest::newRow("no output") << Change([](LoadPlan &p) { p.outputTokens = -5; }) << u"plan.output_tokens"_s
                               << u"-5"_s;
    QTest::newRow("no request a slot") << Change([](LoadPlan &p) { p.requestsPerSlot = 0; })
                                       << u"plan.requests_per_slot"_s << u" 0;"_s;
    QTest::newRow("too many a slot") << Change([](LoadPlan &p) { p.requestsPerSlot = 31'251; })
                                     << u"plan.requests_per_slot"_s << u"31251; it must be from 1 to 31,250"_s;
    QTest::newRow("seed") << Change([](LoadPlan &p) { p.seed = quint64(1) << 53; }) << u"plan.seed"_s
                          << u"9007199254740992"_s;
    QTest::newRow("timeout 0") << Change([](LoadPlan &p) { p.timeoutS = 0; }) << u"plan.timeout"_s << u" 0 "_s;
    QTest::newRow("timeout NaN") << Change([](LoadPlan &p) { p.timeoutS = std::nan(""); }) << u"plan.timeout"_s
                                 << u"nan"_s;
    QTest::newRow("timeout infinite") << Change([](LoadPlan &p) {
        p.timeoutS = std::numeric_limits<double>::infinity();
    }) << u"plan.timeout"_s << u"inf"_s;
}

void TestLoadPlan::refuses()
{
    QFETCH(Change, change);
    QFETCH(QString, code);
    QFETCH(QString, value);
    LoadPlan plan;
    change(plan);
    const auto checked = LoadPlan::checked(plan);
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, code);
    QVERIFY2(checked.error().message.contains(value), qPrintable(checked.error().message));
}

QTEST_GUILESS_MAIN(TestLoadPlan)
#include "tst_loadplan.moc"
