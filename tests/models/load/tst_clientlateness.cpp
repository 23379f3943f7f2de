// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/format.h"
#include "models/load/clientbounds.h"
#include "models/load/clientlateness.h"

#include <QTest>

#include <algorithm>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr double ms = 1e6;

QStringList codes(const std::vector<RunWarning> &warnings)
{
    QStringList list;
    for (const RunWarning &warning : warnings)
        list += warning.code;
    return list;
}

QString plain(QString text)
{
    return text.replace(thinSpace, u' ');
}

} // namespace

/// What a client's own figures say of a level.
class TestClientLateness final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void flagsEachFigureBeyondItsBound_data()
    {
        QTest::addColumn<ClientLateness>("late");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, auto set, const char *code, const QString &words) {
            ClientLateness late;
            set(late);
            QTest::newRow(name) << late << QString::fromLatin1(code) << words;
        };
        row("quiet", [](ClientLateness &late) { late.readLag = TypicalLag{0.05 * ms}; }, "", {});
        row("at every bound",
            [](ClientLateness &late) {
                constexpr ClientBounds bounds;
                late.readLag = TypicalLag{bounds.readLagP99};
                late.eventLoopLag = {bounds.eventLoopLagP99};
                late.dispatchDelay = {bounds.dispatchDelayP99};
                late.cpuShare = bounds.cpuShare;
                late.startBurstLag = bounds.startBurstLag;
                late.suspended = bounds.suspended;
            },
            "", {});
        row(
            "read lag", [](ClientLateness &late) { late.readLag = TypicalLag{10.1 * ms}; }, "client_late",
            u"read lag p99 10.1 ms (limit 10 ms)"_s);
        row(
            "event loop",
            [](ClientLateness &late) {
                late.eventLoopLag = {31 * ms, u"max"_s};
            },
            "client_late", u"event-loop lag max 31.0 ms (limit 20 ms)"_s);
        row(
            "dispatch", [](ClientLateness &late) { late.dispatchDelay = {5.5 * ms}; }, "client_late",
            u"dispatch delay p99 5.50 ms (limit 5 ms)"_s);
        row(
            "CPU", [](ClientLateness &late) { late.cpuShare = 0.95; }, "client_late",
            u"CPU share of the busiest worker 0.95 (limit 0.90)"_s);
        row(
            "burst", [](ClientLateness &late) { late.startBurstLag = 312 * ms; }, "start_burst",
            u"lag in a start burst 312 ms (limit 250 ms)"_s);
        row(
            "sleep", [](ClientLateness &late) { late.suspended = 5000 * ms; }, "system_suspended",
            u"suspended time 5,000 ms (limit 1 ms)"_s);
    }

    void flagsEachFigureBeyondItsBound()
    {
        QFETCH(ClientLateness, late);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const std::vector<RunWarning> warnings = clientWarnings(late, 8);
        QCOMPARE(codes(warnings).join(u' '), code);
        if (code.isEmpty())
            return;
        QCOMPARE(warnings.front().level, 8);
        QVERIFY2(plain(warnings.front().message).contains(words), qPrintable(warnings.front().message));
        QVERIFY(!warnings.front().message.contains(u'%'));
        const auto figures = clientFigures(late);
        QCOMPARE(std::ranges::count_if(figures, &ClientFigure::isBeyond), 1);
    }

    void namesAllThatIsBeyondAndNothingElse()
    {
        ClientLateness late;
        late.eventLoopLag = {40 * ms};
        late.dispatchDelay = {6 * ms};
        late.suspended = 90 * ms;
        const auto warnings = clientWarnings(late, 32);
        QCOMPARE(codes(warnings), (QStringList{u"client_late"_s, u"system_suspended"_s}));
        const QString words = plain(warnings[0].message);
        QVERIFY2(words.contains(u"event-loop lag p99 40.0 ms (limit 20 ms) and dispatch delay p99 6.00 ms"_s),
            qPrintable(words));
        QVERIFY(!words.contains(u"CPU"_s));
        QVERIFY(!words.contains(u"suspended"_s));
    }

    void saysWhatIsNotKnown()
    {
        const auto figures = clientFigures({});
        QCOMPARE(figures.size(), size_t(6));
        QCOMPARE(figures[0].value, u"not known"_s);
        QCOMPARE(figures[3].value, u"not known"_s);
        QVERIFY(std::ranges::none_of(figures, &ClientFigure::isBeyond));
    }

    void takesTheHighestPercentileThatASampleCarries()
    {
        const auto typical = [](qsizetype n) {
            std::vector<qint64> lags(static_cast<size_t>(n), 1'000'000);
            lags.front() = 90'000'000;
            return TypicalLag::of(Distribution::of(std::move(lags)));
        };
        QCOMPARE(typical(5), (TypicalLag{90 * ms, u"max"_s}));
        QCOMPARE(typical(60).statistic, u"p95"_s);
        QCOMPARE(typical(1000), (TypicalLag{1 * ms, u"p99"_s}));
        QCOMPARE(TypicalLag::of(Distribution{}).ns, 0.0);
    }

    void readsTheFiguresOfALevel()
    {
        ClientEvidence client;
        client.readLag = ReadLag{Distribution::of({11'000'000}), 0};
        client.eventLoopLag = Distribution::of({2'000'000});
        client.cpuShare = 0.5;
        client.suspendedNs = 3'000'000;
        client.startBurstLagNs = 4'000'000;
        const ClientLateness late = latenessOf(client);
        QCOMPARE(late.readLag, (TypicalLag{11 * ms, u"max"_s}));
        QCOMPARE(late.eventLoopLag.ns, 2 * ms);
        QCOMPARE(late.cpuShare, 0.5);
        QCOMPARE(late.suspended, 3 * ms);
        QCOMPARE(late.startBurstLag, 4 * ms);
        QVERIFY(!latenessOf({}).readLag);
    }

    void givesALevelItsWordsOnce()
    {
        const std::vector<RunWarning> warnings{{u"client_late"_s, {}, 8, {}}, {u"start_burst"_s, {}, 8, {}},
            {u"system_suspended"_s, {}, 8, {}}, {u"reconnected"_s, {}, 8, {}}, {u"client_late"_s, {}, 32, {}}};
        QCOMPARE(clientWords(warnings, 8), (QStringList{u"client late"_s, u"system slept"_s}));
        QCOMPARE(clientWords(warnings, 32), QStringList{u"client late"_s});
        QVERIFY(clientWords(warnings, 1).isEmpty());
        QCOMPARE(clientWord(u"reconnected"), QString());
    }
};

QTEST_GUILESS_MAIN(TestClientLateness)
#include "tst_clientlateness.moc"
