// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/validitywarnings.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// Ten good requests of 30 chunks, a token each, in a read each; two slots that are always at work.
LoadLevel level()
{
    LoadLevel level;
    level.concurrency = 2;
    for (quint64 i = 0; i < 10; ++i) {
        RequestRecord request = successOf(i, static_cast<qint64>(i / 2) * 1'000 * ms, 100 * ms, 20 * ms, 30);
        request.latencyNs = 1'000 * ms;
        request.inputTokens = 100;
        request.cachedTokens = 30; // instruction and template
        request.outputTokens = 30;
        request.reads = 30;
        level.requests.push_back(request);
    }
    return level;
}

LoadPlan plan()
{
    LoadPlan plan;
    plan.inputTokens = 100;
    plan.outputTokens = 30;
    return plan;
}

std::vector<RunWarning> warningsOf(const LoadLevel &level)
{
    return validityWarnings(level, levelMetrics(level, plan(), {}), plan());
}

QStringList codesOf(const LoadLevel &level)
{
    QStringList codes;
    for (const RunWarning &warning : warningsOf(level))
        codes += warning.code;
    return codes;
}

} // namespace

class TestValidityWarnings final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goodLevelHasNone() { QCOMPARE(codesOf(level()), QStringList()); }

    void noSuccessHasNone()
    {
        LoadLevel failed = level();
        for (RequestRecord &request : failed.requests) {
            request.outcome = Outcome::Failed;
            request.firstAnswerNs.reset();
            request.outputTokens = 1;
        }
        QCOMPARE(codesOf(failed), QStringList());
        QCOMPARE(codesOf(LoadLevel{}), QStringList());
    }

    void promptsFromACache()
    {
        LoadLevel cached = level();
        cached.requests[1].cachedTokens = 98;
        cached.requests[2].cachedTokens = 1'000; // more than there are: as much as there are
        const auto warnings = warningsOf(cached);
        QCOMPARE(codesOf(cached), QStringList{u"prompts_cached"_s});
        QVERIFY2(warnings.front().message.contains(u" 15 %"_s), qPrintable(warnings.front().message));
        QCOMPARE(warnings.front().level, 2);
        for (RequestRecord &request : cached.requests)
            request.cachedTokens.reset();
        QCOMPARE(codesOf(cached), QStringList());
    }

    void chunksThatCameTogether()
    {
        LoadLevel bundled = level();
        for (RequestRecord &request : bundled.requests)
            request.reads = 15;
        const auto warnings = warningsOf(bundled);
        QCOMPARE(codesOf(bundled), QStringList{u"bundled_chunks"_s});
        QVERIFY2(warnings.front().message.startsWith(u"52 %"_s), qPrintable(warnings.front().message));
    }

    void chunksInBursts()
    {
        LoadLevel bursty = level();
        for (size_t i = 0; i < 6; ++i) {
            std::vector<qint64> gaps(bursty.requests[i].itlNs.held().size(), ms / 10);
            gaps[9] = gaps[19] = 300 * ms;
            bursty.requests[i].itlNs = std::move(gaps);
        }
        QCOMPARE(codesOf(bursty), QStringList{u"burst_delivery"_s});
        bursty.requests.resize(4);
        bursty.requests[0].itlNs = std::vector<qint64>(10, ms); // too short to tell
        bursty.requests[1].itlNs = std::vector<qint64>(29, 20 * ms);
        QCOMPARE(codesOf(bursty), QStringList());
    }

    void answersThatEndedEarly()
    {
        LoadLevel shorter = level();
        shorter.requests[0].outputTokens = 29;
        shorter.requests[0].contentChunks = shorter.requests[0].reads = 29;
        QCOMPARE(codesOf(shorter), QStringList());
        shorter.requests[1] = shorter.requests[0];
        QCOMPARE(codesOf(shorter), QStringList{u"short_outputs"_s});
        QVERIFY(warningsOf(shorter).front().message.startsWith(u"2 of 10"_s));
    }

    void usageThatCannotBe()
    {
        LoadLevel odd = level();
        for (RequestRecord &request : odd.requests)
            request.contentChunks = request.reads = 40;
        QCOMPARE(codesOf(odd), QStringList{u"usage_below_chunks"_s});
        for (RequestRecord &request : odd.requests)
            request.outputTokens.reset(); // counted by chunks: nothing to contradict
        QCOMPARE(codesOf(odd), QStringList());
    }

    void reasoningWithoutAnswer()
    {
        LoadLevel thinking = level();
        thinking.requests[4].firstAnswerNs.reset();
        QCOMPARE(codesOf(thinking), QStringList{u"answer_missing"_s});
        QVERIFY(warningsOf(thinking).front().message.startsWith(u"1 of 10"_s));
    }

    void usageAboveTheChunks()
    {
        LoadLevel bundled = level();
        for (RequestRecord &request : bundled.requests)
            request.contentChunks = request.reads = 29; // the end of an answer is a token too
        QCOMPARE(codesOf(bundled), QStringList());
        for (size_t i = 0; i < 5; ++i)
            bundled.requests[i].contentChunks = bundled.requests[i].reads = 10;
        QCOMPARE(codesOf(bundled), QStringList()); // half of them is not most
        bundled.requests[5].contentChunks = bundled.requests[5].reads = 10;
        QCOMPARE(codesOf(bundled), QStringList{u"usage_above_chunks"_s});
        QVERIFY(warningsOf(bundled).front().message.startsWith(u"In 6 of 10 requests"_s));
    }

    void eventsBeforeAnyContent()
    {
        LoadLevel early = level();
        for (RequestRecord &request : early.requests)
            request.firstEventNs = *request.ttftNs - 11 * ms; // a tenth of TTFT, 10 ms or more
        QCOMPARE(codesOf(early), QStringList{u"first_event_early"_s});
        const QString message = warningsOf(early).front().message;
        QVERIFY2(
            message.startsWith(u"In 10 of 10 requests"_s) && message.contains(u"11.0\u2009ms"_s), qPrintable(message));
        for (RequestRecord &request : early.requests)
            request.ttftNs = *request.ttftNs + 100 * ms; // still 111 ms, of more than 200
        QCOMPARE(codesOf(early), QStringList{u"first_event_early"_s});
        for (RequestRecord &request : early.requests)
            request.firstEventNs = *request.ttftNs - 19 * ms; // less than a tenth
        QCOMPARE(codesOf(early), QStringList());
        for (RequestRecord &request : early.requests) {
            request.ttftNs = 12 * ms;
            request.firstEventNs = 3 * ms; // less than 10 ms
        }
        QCOMPARE(codesOf(early), QStringList());
        for (RequestRecord &request : early.requests)
            request.firstEventNs.reset(); // a file of an earlier version does not tell
        QCOMPARE(codesOf(early), QStringList());
    }

    void mostlyRamp()
    {
        LoadLevel ramp = level();
        ramp.concurrency = 4;
        for (size_t i = 0; i < ramp.requests.size(); ++i) // four, four and two at a time
            ramp.requests[i].dispatchNs = static_cast<qint64>(i / 4) * 1'000 * ms;
        QCOMPARE(codesOf(ramp), QStringList{u"ramp_share"_s}); // full from 0 to 2,000 of 3,000 ms
        QVERIFY2(warningsOf(ramp).front().message.startsWith(u"For 33 % of the level's time fewer than 4 requests"_s),
            qPrintable(warningsOf(ramp).front().message));
        ramp.requests[8].latencyNs = ramp.requests[9].latencyNs = 500 * ms;
        QCOMPARE(codesOf(ramp), QStringList()); // of 2,500 ms
        ramp.requests[8].latencyNs = 501 * ms;
        QCOMPARE(codesOf(ramp), QStringList{u"ramp_share"_s});
        ramp.requests[7].outcome = Outcome::Cancelled; // stopped: that is said
        QCOMPARE(codesOf(ramp), QStringList());
    }

    void neverAtItsConcurrency()
    {
        LoadLevel apart = level();
        apart.concurrency = 3;
        QCOMPARE(codesOf(apart), QStringList{u"ramp_share"_s});
        QCOMPARE(warningsOf(apart).front().message, u"There never were 3 requests in flight at once."_s);
        LoadPlan few = plan();
        few.requests = 2; // concurrency_not_reached says so
        QVERIFY(validityWarnings(apart, levelMetrics(apart, few, {}), few).empty());
    }

    void p99OnOneOrTwoValues_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<QString>("message");
        QTest::newRow("none") << 99 << QString();
        QTest::newRow("first") << 100 << u"Values beyond p99: 1 of 100 for TTFT and 1 of 100 for latency."_s;
        QTest::newRow("on a value") << 101 << u"Values beyond p99: 1 of 101 for TTFT and 1 of 101 for latency."_s;
        QTest::newRow("two") << 102 << u"Values beyond p99: 2 of 102 for TTFT and 2 of 102 for latency."_s;
        QTest::newRow("last") << 201 << u"Values beyond p99: 2 of 201 for TTFT and 2 of 201 for latency."_s;
        QTest::newRow("three") << 202 << QString();
    }

    void p99OnOneOrTwoValues()
    {
        QFETCH(int, n);
        QFETCH(QString, message);
        LoadLevel many = level();
        const RequestRecord one = many.requests.front();
        many.requests.clear();
        for (int i = 0; i < n; ++i) {
            many.requests.push_back(one);
            many.requests.back().dispatchNs = static_cast<qint64>(i / 2) * 1'000 * ms;
        }
        const auto warnings = warningsOf(many);
        QCOMPARE(warnings.empty() ? QString() : warnings.front().message, message);
    }
};

QTEST_GUILESS_MAIN(TestValidityWarnings)
#include "tst_validitywarnings.moc"
