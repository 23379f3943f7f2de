// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/validitywarnings.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

/// Ten good requests of 30 chunks, a token each, in a read each.
LoadLevel level()
{
    LoadLevel level;
    level.concurrency = 2;
    for (quint64 i = 0; i < 10; ++i) {
        RequestRecord request = successOf(i, static_cast<qint64>(i) * 1'000 * ms, 100 * ms, 20 * ms, 30);
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
    return validityWarnings(level, plan());
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
        bursty.requests.resize(5);
        bursty.requests[0].itlNs = std::vector<qint64>(10, ms); // too short to tell
        bursty.requests[1].itlNs = std::vector<qint64>(29, 20 * ms);
        bursty.requests[2].itlNs = std::vector<qint64>(29, 20 * ms);
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
};

QTEST_GUILESS_MAIN(TestValidityWarnings)
#include "tst_validitywarnings.moc"
