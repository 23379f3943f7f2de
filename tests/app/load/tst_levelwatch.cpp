// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/levelwatch.h"

#include <QTest>

#include <algorithm>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 ms = 1'000'000;

RequestRecord success(quint64 index, std::optional<qint64> outputTokens = 128, const QStringList &warnings = {})
{
    RequestRecord record;
    record.index = index;
    record.outcome = Outcome::Succeeded;
    record.outputTokens = outputTokens;
    record.contentChunks = 128;
    record.reads = record.contentChunks;
    record.firstAnswerNs = 100;
    record.warnings = warnings;
    return record;
}

QStringList codes(const std::vector<RunWarning> &warnings)
{
    QStringList list;
    for (const RunWarning &warning : warnings)
        list += warning.code;
    list.sort();
    return list;
}

Distribution lateBy(qint64 ns)
{
    return Distribution::of(std::vector<qint64>(100, ns));
}

} // namespace

class TestLevelWatch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_watch = std::make_unique<LevelWatch>(LoadPlan{});
        m_level = {};
        m_level.concurrency = 8;
    }

    void saysEachThingOnceAndAtOnce()
    {
        QVERIFY(ended(success(4)).empty());
        const auto first = ended(success(5, 128, {u"no_finish_reason"_s}));
        QCOMPARE(codes(first), QStringList{u"no_finish_reason"_s});
        QCOMPARE(first.front().level, 8);
        QCOMPARE(first.front().request, quint64(5));
        QVERIFY(first.front().message.contains(u"1 of 2"_s));
        QVERIFY(ended(success(6, 128, {u"no_finish_reason"_s})).empty());
        QCOMPARE(codes(ended(success(7, 128, {u"no_finish_reason"_s, u"no_end_marker"_s}))),
            QStringList{u"no_end_marker"_s});
        const auto all = m_watch->levelEnded(m_level, {});
        QCOMPARE(codes(all), (QStringList{u"no_end_marker"_s, u"no_finish_reason"_s}));
        const auto counted = std::ranges::find(all, u"no_finish_reason"_s, &RunWarning::code);
        QVERIFY2(counted->message.contains(u"3 of 4"_s), qPrintable(counted->message));
    }

    void saysWhenUsageIsMissingFromSome()
    {
        QVERIFY(ended(success(4, std::nullopt)).empty());
        QCOMPARE(codes(ended(success(5))), QStringList{u"usage_missing"_s});
        QVERIFY(ended(success(6, std::nullopt)).empty());
    }

    void flagsSlowConnections()
    {
        for (quint64 i = 0; i < 100; ++i)
            QVERIFY(ended(success(i), 4 * ms).empty());
        QVERIFY(m_watch->levelEnded(m_level, {}).empty());
        for (quint64 i = 100; i < 104; ++i)
            QVERIFY(ended(success(i), 6 * ms).empty());
        QCOMPARE(codes(m_watch->levelEnded(m_level, {})), QStringList{u"connect_limited"_s});
    }

    void flagsOneVerySlowConnectionAtOnce()
    {
        RequestRecord record = success(4);
        record.connectNs = 500 * ms;
        QCOMPARE(codes(ended(record, 0)), QStringList{u"connect_limited"_s});
        QVERIFY(ended(record, 0).empty());
        QCOMPARE(codes(m_watch->levelEnded(m_level, {})), QStringList{u"connect_limited"_s});
    }

    void flagsALateClient()
    {
        m_level.client.dispatchDelay = lateBy(5 * ms);
        QVERIFY(m_watch->levelEnded(m_level, {}).empty());
        m_level.client.dispatchDelay = lateBy(5 * ms + 1);
        m_level.client.suspendedNs = 2'000 * ms;
        QCOMPARE(codes(m_watch->levelEnded(m_level, {})), (QStringList{u"client_late"_s, u"system_suspended"_s}));
    }

    void comparesWavesWithARequestAlone()
    {
        const auto at = [](quint64 index, qint64 dispatchNs, qint64 ttftNs) {
            RequestRecord record = success(index);
            record.dispatchNs = dispatchNs;
            record.ttftNs = ttftNs;
            record.latencyNs = 1'000 * ms;
            return record;
        };
        LoadLevel alone{.concurrency = 1, .requests = {at(0, 0, 100 * ms)}, .client = {}};
        for (quint64 i = 0; i < 32; ++i)
            m_level.requests.push_back(at(i, static_cast<qint64>(i / 8) * 1'000 * ms, 300 * ms));
        QVERIFY(!codes(m_watch->levelEnded(m_level, {})).contains(u"lockstep_arrivals"_s));
        const LevelWatch watch(LoadPlan{}, {alone});
        QVERIFY(codes(watch.levelEnded(m_level, {})).contains(u"lockstep_arrivals"_s));
    }

    void passesOnWhatTheLevelAsAWholeSays()
    {
        QVERIFY(ended(success(4, 130)).empty());
        LevelMetrics metrics;
        metrics.inputTokensMean = 520.0;
        QCOMPARE(codes(m_watch->levelEnded(m_level, metrics)),
            (QStringList{u"input_length_off"_s, u"output_longer_than_asked"_s}));
    }

private:
    std::vector<RunWarning> ended(const RequestRecord &record, qint64 turnWaitNs = -1)
    {
        m_level.requests.push_back(record);
        return m_watch->requestEnded(m_level, record, turnWaitNs);
    }

    std::unique_ptr<LevelWatch> m_watch;
    LoadLevel m_level;
};

QTEST_GUILESS_MAIN(TestLevelWatch)
#include "tst_levelwatch.moc"
