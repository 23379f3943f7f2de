// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/planestimate.h"
#include "models/load/planwords.h"
#include "tests/ui/fakebackends.h"
#include "ui/run/plantext.h"
#include "ui/run/presets.h"
#include "ui/run/runtext.h"

#include <QTest>

#include <set>

using namespace Qt::StringLiterals;
using namespace streamgauge;

Q_DECLARE_METATYPE(streamgauge::LiveSnapshot)
Q_DECLARE_METATYPE(streamgauge::LevelProgress)

namespace {

/// Thin spaces are for the eye; a test reads plain ones.
QString plain(QString text)
{
    return text.replace(QChar(0x2009), u' ');
}

LiveSnapshot at(RunPhase phase, int done, int total, int concurrency = 0)
{
    LiveSnapshot snapshot;
    snapshot.phase = phase;
    snapshot.done = done;
    snapshot.total = total;
    snapshot.concurrency = concurrency;
    return snapshot;
}

} // namespace

/// What a person reads before and during a run.
class TestRunWords final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void presetsArePlansThatCanRun();
    void presetsCostWhatTheySend();
    void estimatesFromTheConnectionTest();
    void tellsWhyItCannotEstimate();
    void readsWhatItWrote();
    void namesTheWrongField_data();
    void namesTheWrongField();
    void namesThePhase_data();
    void namesThePhase();
    void tellsTheTimeLeft_data();
    void tellsTheTimeLeft();
    void countsErrorsByKind();
    void tellsHowALevelWent_data();
    void tellsHowALevelWent();
    void saysWhichPercentileNeedsMore();
    void tellsWhetherTheClientKeptUp();
};

void TestRunWords::presetsArePlansThatCanRun()
{
    std::set<QString> ids;
    for (const Preset &preset : presets()) {
        QVERIFY2(LoadPlan::checked(preset.plan).has_value(), qPrintable(preset.id));
        QVERIFY(!preset.question.isEmpty() && !preset.work.isEmpty());
        ids.insert(preset.id);
    }
    QCOMPARE(ids.size(), presets().size());
    const std::vector<int> asked{1, 2, 4, 8};
    QCOMPARE(presets()[1].plan.concurrency, asked);
    QCOMPARE(presets()[1].plan.requests, 120);
    QCOMPARE(presets()[2].plan.inputTokens, 8192);
    QCOMPARE(planInWords(presets()[0].plan), u"20 requests, 1 at a time, 512 tokens in, 128 out"_s);
    QCOMPARE(planInWords(presets()[3].plan), u"1, 8 and 32 at a time, 100 requests each, 512 tokens in, 128 out"_s);
}

void TestRunWords::presetsCostWhatTheySend()
{
    // 20 measured and 4 of warm-up
    QCOMPARE(costInWords(presets()[0].plan),
        u"24 requests with warm-up, about 12,288 prompt and up to 3,072 completion tokens"_s);
    LoadPlan one = presets()[0].plan;
    one.requests = 1;
    one.warmup = 0;
    one.inputTokens = 1;
    one.outputTokens = 1;
    QCOMPARE(costInWords(one), u"1 request with warm-up, about 1 prompt and up to 1 completion token"_s);
    QCOMPARE(planInWords(one), u"1 request, 1 at a time, 1 token in, 1 out"_s);
    one.concurrency = {1, 2};
    QCOMPARE(planInWords(one), u"1 and 2 at a time, 1 request each, 1 token in, 1 out"_s);
}

void TestRunWords::estimatesFromTheConnectionTest()
{
    ProbeReport probe = test::reportOf({u"tiny"_s}); // 0.12 s + 127 x 0.02 s = 2.66 s a request
    const LoadPlan plan = presets()[0].plan;
    const auto range = estimatedTime(plan, probe);
    QVERIFY(range);
    QCOMPARE(range->shortestS, 24 * 2.66);
    QCOMPARE(range->longestS, 24 * 2.78);
    QCOMPARE(plain(timeInWords(plan, probe)), u"about 65 s"_s);
    const LoadPlan reference = presets()[3].plan; // 100 + 13 + 4 rounds, one more of warm-up; 304 one after another
    QCOMPARE(estimatedTime(reference, probe)->shortestS, 118 * 2.66);
    QCOMPARE(plain(timeInWords(reference, probe)), u"about 5 to 14 min"_s);
    probe.simulated = true;
    QCOMPARE(plain(timeInWords(reference, probe)), u"about 5 min"_s);
}

void TestRunWords::tellsWhyItCannotEstimate()
{
    ProbeReport probe = test::reportOf({u"tiny"_s});
    QVERIFY(!estimatedTime(presets()[2].plan, probe));
    QVERIFY(timeInWords(presets()[2].plan, probe).contains(u"cannot tell yet"_s));
    probe.chunkGapNs.reset();
    QVERIFY(!estimatedTime(presets()[0].plan, probe));
    QVERIFY(timeInWords(presets()[0].plan, probe).contains(u"cannot tell yet"_s));
}

void TestRunWords::readsWhatItWrote()
{
    LoadPlan plan;
    plan.concurrency = {3, 5};
    plan.requests = 21;
    plan.warmup = 0;
    plan.inputTokens = 77;
    plan.outputTokens = 9;
    plan.seed = 9007199254740991ULL;
    plan.timeoutS = 2.5;
    const auto read = planOf(textOf(plan));
    QVERIFY(read);
    QCOMPARE(*read, plan);
    PlanText loose = textOf(plan);
    loose.concurrency = u" 3;5 "_s;
    QCOMPARE(planOf(loose)->concurrency, plan.concurrency);
}

void TestRunWords::namesTheWrongField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("code");
    QTest::newRow("levels empty") << u"concurrency"_s << u""_s << u"plan.concurrency"_s;
    QTest::newRow("levels words") << u"concurrency"_s << u"1, many"_s << u"plan.concurrency"_s;
    QTest::newRow("level missing") << u"concurrency"_s << u"1,,2"_s << u"plan.concurrency"_s;
    QTest::newRow("level zero") << u"concurrency"_s << u"0"_s << u"plan.concurrency"_s;
    QTest::newRow("requests") << u"requests"_s << u"1e3"_s << u"plan.requests"_s;
    QTest::newRow("requests negative") << u"requests"_s << u"-1"_s << u"plan.requests"_s;
    QTest::newRow("warm-up") << u"warmup"_s << u"x"_s << u"plan.warmup"_s;
    QTest::newRow("prompt") << u"input"_s << u""_s << u"plan.input_tokens"_s;
    QTest::newRow("output") << u"output"_s << u"0"_s << u"plan.output_tokens"_s;
    QTest::newRow("seed") << u"seed"_s << u"-7"_s << u"plan.seed"_s;
    QTest::newRow("seed too large") << u"seed"_s << u"9007199254740992"_s << u"plan.seed"_s;
    QTest::newRow("timeout") << u"timeout"_s << u"soon"_s << u"plan.timeout"_s;
    QTest::newRow("timeout nan") << u"timeout"_s << u"nan"_s << u"plan.timeout"_s;
    QTest::newRow("huge") << u"requests"_s << u"99999999999999999999"_s << u"plan.requests"_s;
}

void TestRunWords::namesTheWrongField()
{
    QFETCH(QString, field);
    QFETCH(QString, typed);
    PlanText text = textOf({});
    const std::map<QString, QString *> fields{{u"concurrency"_s, &text.concurrency}, {u"requests"_s, &text.requests},
        {u"warmup"_s, &text.warmup}, {u"input"_s, &text.inputTokens}, {u"output"_s, &text.outputTokens},
        {u"seed"_s, &text.seed}, {u"timeout"_s, &text.timeoutS}};
    *fields.at(field) = typed;
    const auto read = planOf(text);
    QVERIFY(!read);
    QTEST(read.error().code, "code");
    QVERIFY(!read.error().message.isEmpty());
}

void TestRunWords::namesThePhase_data()
{
    QTest::addColumn<LiveSnapshot>("snapshot");
    QTest::addColumn<QString>("words");
    QTest::newRow("connecting") << at(RunPhase::Connecting, 0, 0) << u"Connecting"_s;
    LiveSnapshot slow = at(RunPhase::Connecting, 0, 0);
    slow.elapsedS = 12.7;
    QTest::newRow("slow") << slow << u"Connecting: 12\u2009s, the server may be loading the model"_s;
    QTest::newRow("calibrating") << at(RunPhase::Calibrating, 2, 4) << u"Calibrating the prompt length: 2 of 4"_s;
    QTest::newRow("warming up") << at(RunPhase::WarmingUp, 1, 4) << u"Warming up, not counted: 1 of 4"_s;
    QTest::newRow("level") << at(RunPhase::Level, 41, 1000, 8) << u"Level 8: 41 of 1,000"_s;
    QTest::newRow("finishing") << at(RunPhase::Finishing, 0, 0) << u"Finishing"_s;
    QTest::newRow("saving") << at(RunPhase::Saving, 0, 0) << u"Saving"_s;
    QTest::newRow("ended") << at(RunPhase::Ended, 0, 0) << u"Ended"_s;
}

void TestRunWords::namesThePhase()
{
    QFETCH(LiveSnapshot, snapshot);
    QTEST(RunText::phase(snapshot, false), "words");
    QVERIFY(RunText::phase(snapshot, true).startsWith(u"Stopping"_s));
}

void TestRunWords::tellsTheTimeLeft_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("words");
    QTest::newRow("soon") << 1.0 << u"a few seconds left"_s;
    QTest::newRow("seconds") << 47.0 << u"about 50 s left"_s;
    QTest::newRow("minutes") << 130.0 << u"about 2 min left"_s;
}

void TestRunWords::tellsTheTimeLeft()
{
    QFETCH(double, seconds);
    QFETCH(QString, words);
    QCOMPARE(plain(RunText::timeLeft(seconds)), words);
    QCOMPARE(RunText::timeLeft({}), QString());
}

void TestRunWords::countsErrorsByKind()
{
    QCOMPARE(RunText::errors({}), u"no errors"_s);
    QCOMPARE(RunText::errors({{u"timeout"_s, 1}}), u"1 error: 1 timeout"_s);
    QCOMPARE(RunText::errors({{u"http_status"_s, 2}, {u"timeout"_s, 1}}), u"3 errors: 2 http_status, 1 timeout"_s);
}

void TestRunWords::tellsHowALevelWent_data()
{
    QTest::addColumn<LevelProgress>("level");
    QTest::addColumn<QString>("words");
    using State = LevelProgress::State;
    QTest::newRow("waits") << LevelProgress{32, State::Waiting, 0, 0} << u"Level 32 waits"_s;
    QTest::newRow("running") << LevelProgress{8, State::Running, 0, 0} << u"Level 8 running"_s;
    QTest::newRow("interrupted") << LevelProgress{8, State::Interrupted, 0, 0} << u"Level 8 interrupted"_s;
    QTest::newRow("done") << LevelProgress{1, State::Done, 100, 0} << u"Level 1 done: 100 ok"_s;
    QTest::newRow("late") << LevelProgress{1, State::Done, 100, 0, {u"client late"_s}}
                          << u"Level 1 done: 100 ok, client late"_s;
    QTest::newRow("failures") << LevelProgress{1, State::Done, 98, 2} << u"Level 1 done: 98 ok, 2 failed"_s;
}

void TestRunWords::tellsHowALevelWent()
{
    QFETCH(LevelProgress, level);
    QTEST(RunText::level(level), "words");
}

void TestRunWords::saysWhichPercentileNeedsMore()
{
    QCOMPARE(plain(RunText::tail(2.4e8, 2.66e8, 100)), u"p95 240 ms  p99 266 ms\nn 100"_s);
    QCOMPARE(plain(RunText::tail(2.4e8, {}, 41)), u"p95 240 ms  p99 \u2013\nn 41, p99 needs 100"_s);
    QCOMPARE(plain(RunText::tail({}, {}, 3)), u"p95 \u2013  p99 \u2013\nn 3, p95 needs 20"_s);
    QCOMPARE(plain(RunText::milliseconds(1.84e8)), u"184 ms"_s);
    QCOMPARE(RunText::milliseconds({}), QString());
}

void TestRunWords::tellsWhetherTheClientKeptUp()
{
    ClientLateness late;
    late.dispatchDelay = {0.21e6};
    late.eventLoopLag = {19e6};
    QCOMPARE(plain(RunText::client(late)), u"client ok\ndispatch delay p99 0.210 ms of 5 ms"_s);
    late.dispatchDelay = {5.1e6};
    QCOMPARE(plain(RunText::client(late)), u"client late\ndispatch delay p99 5.10 ms of 5 ms"_s);
    late.eventLoopLag = {40e6, u"max"_s};
    QCOMPARE(plain(RunText::client(late)), u"client late\nevent-loop lag max 40.0 ms of 20 ms"_s);
    late.suspended = 9e9;
    QCOMPARE(plain(RunText::client(late)), u"system slept\nsuspended time 9,000 ms of 1 ms"_s);
}

QTEST_GUILESS_MAIN(TestRunWords)
#include "tst_runwords.moc"
