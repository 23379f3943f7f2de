// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/instrumentjson.h"
#include "models/load/instrumentwords.h"
#include "models/load/resultsfile.h"
#include "tests/models/load/samplecheck.h"
#include "tests/models/load/sampleresult.h"

#include <QTest>

#include <functional>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

using Change = std::function<void(InstrumentCheck &)>;
using Figures = std::vector<InstrumentFigure>;

JsonValue parsed(const QByteArray &bytes)
{
    const auto json = parseJson(bytes);
    return json ? *json : JsonValue();
}

/// A results file with a check in it, and one place of the check changed.
Result<LoadResult> readWith(const QByteArray &from, const QByteArray &to)
{
    LoadResult result = sampleResult();
    result.instrumentCheck = goodCheck();
    QByteArray bytes = writeLoadResults(result);
    const qsizetype at = bytes.indexOf("\"instrument_check\"");
    const qsizetype place = bytes.indexOf(from, at);
    if (at < 0 || place < 0)
        qFatal("%s is not there", from.constData());
    return readLoadResults(bytes.replace(place, from.size(), to));
}

} // namespace

/// The instrument check as a value: its verdict, its place in a results file, its words.
class TestInstrumentCheck final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judges_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<InstrumentVerdict>("verdict");
        QTest::addColumn<Figures>("beyond");
        const auto row = [](const char *name, InstrumentVerdict verdict, Figures beyond, Change change) {
            QTest::newRow(name) << std::move(change) << verdict << std::move(beyond);
        };
        using enum InstrumentVerdict;
        using enum InstrumentFigure;
        row("all good", Ok, {}, [](InstrumentCheck &) {});
        row("at the limit", Ok, {},
            [](InstrumentCheck &check) { check.lateness = spreadOf(1000, 1, 25.094, 100.492); });
        row("late at p99", ClientLate, {Lateness},
            [](InstrumentCheck &check) { check.lateness = spreadOf(1000, 1, 25.2, 26); });
        row("one chunk late", ClientLate, {Lateness},
            [](InstrumentCheck &check) { check.lateness = spreadOf(1000, 1, 2, 101); });
        row("a small sample", ClientLate, {Lateness}, [](InstrumentCheck &check) {
            check.lateness = {.n = 3, .mean = {}, .p50 = 1e6, .p95 = {}, .p99 = {}, .max = 26e6};
        });
        row("p95 of a small sample", Ok, {}, [](InstrumentCheck &check) {
            check.dispatchDelay = {.n = 96, .mean = {}, .p50 = 1e6, .p95 = 4e6, .p99 = {}, .max = 9e6};
        });
        row("late at the start", ClientLate, {StartLateness},
            [](InstrumentCheck &check) { check.startLateness = spreadOf(100, 1, 200, 251); });
        row("dispatch", ClientLate, {DispatchDelay},
            [](InstrumentCheck &check) { check.dispatchDelay = spreadOf(100, 1, 5.1, 6); });
        row("loop", ClientLate, {EventLoopLag},
            [](InstrumentCheck &check) { check.eventLoopLag = spreadOf(100, 1, 20.1, 21); });
        row("read lag", ClientLate, {ReadLag},
            [](InstrumentCheck &check) { check.readLag = spreadOf(100, 1, 10.1, 11); });
        row("read lag within", Ok, {}, [](InstrumentCheck &check) { check.readLag = spreadOf(100, 1, 9.9, 99); });
        row("CPU", ClientLate, {CpuShare}, [](InstrumentCheck &check) { check.cpuShare = 0.91; });
        row("never all in flight", ClientLate, {PeakInFlight}, [](InstrumentCheck &check) { check.peakInFlight = 31; });
        row("late timers", MachineBusy, {Floor},
            [](InstrumentCheck &check) { check.floor = spreadOf(1000, 0.1, 1.1, 2); });
        row("one late timer", MachineBusy, {Floor},
            [](InstrumentCheck &check) { check.floor = spreadOf(1000, 0.1, 0.2, 51); });
        row("the machine before the client", MachineBusy, {Floor, EventLoopLag}, [](InstrumentCheck &check) {
            check.floor = spreadOf(1000, 0.1, 8, 20);
            check.eventLoopLag = spreadOf(100, 1, 28, 40);
        });
        row("late sender", MachineBusy, {Sender},
            [](InstrumentCheck &check) { check.sender = spreadOf(1000, 1, 26, 30); });
        row("the client before the sender", ClientLate, {Sender, Lateness}, [](InstrumentCheck &check) {
            check.sender = spreadOf(1000, 1, 26, 30);
            check.lateness = spreadOf(1000, 1, 40, 50);
        });
        row("lost", ChunksLost, {Lost, Floor}, [](InstrumentCheck &check) {
            check.lost = 1;
            check.floor = spreadOf(1000, 0.1, 8, 20);
        });
        row("failed", ChunksLost, {Streams}, [](InstrumentCheck &check) { check.failed = 1; });
        row("cut", Ok, {}, [](InstrumentCheck &check) { check.cut = 32; });
        row("nothing measured", ChunksLost, {Streams, PeakInFlight}, [](InstrumentCheck &check) {
            const InstrumentCheck good = check;
            check = {};
            check.concurrency = good.concurrency;
            check.failed = check.streams = 32;
        });
    }

    void judges()
    {
        QFETCH(Change, change);
        QFETCH(InstrumentVerdict, verdict);
        QFETCH(Figures, beyond);
        InstrumentCheck check = goodCheck();
        change(check);
        check.verdict = judgeInstrument(check);
        QCOMPARE(check.verdict, verdict);
        for (const InstrumentRow &row : instrumentRows(check)) {
            const bool isBeyond = std::find(beyond.begin(), beyond.end(), row.figure) != beyond.end();
            QVERIFY2(row.within.value_or(true) == !isBeyond, qPrintable(row.name));
            QCOMPARE(row.within.has_value(), !row.limit.isEmpty());
        }
        QVERIFY(!instrumentAdvice(check).isEmpty() && !instrumentAdvice(check).contains(u'\n'));
        QVERIFY(instrumentText(check).contains(instrumentVerdictInWords(verdict)));
    }

    void standsInAResultsFile()
    {
        LoadResult result = sampleResult();
        result.instrumentCheck = goodCheck();
        result.instrumentCheck->readLag = spreadOf(400, 0.011, 0.25, 0.75);
        const QByteArray bytes = writeLoadResults(result);
        const auto read = readLoadResults(bytes);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(read->instrumentCheck);
        QCOMPARE(*read->instrumentCheck, *result.instrumentCheck);
        QCOMPARE(writeLoadResults(*read), bytes);
        const JsonValue root = parsed(bytes);
        const JsonValue &check = root[u"local"][u"client"][u"instrument_check"];
        QCOMPARE(compactJson(check[u"lateness_ms"]), R"({"n":11349,"p50":0.104,"p99":0.406,"max":2.125})"_ba);
        QCOMPARE(compactJson(check[u"read_lag_us"]), R"({"n":400,"p50":11,"p99":250,"max":750})"_ba);
        QVERIFY(!root[u"local"][u"reasons"].find(u"/local/client/instrument_check"));
        QVERIFY(!compactJson(root[u"runs"]).contains("lateness"));
    }

    void saysWhatIsNotKnown()
    {
        LoadResult result = sampleResult();
        result.instrumentCheck = goodCheck();
        result.instrumentCheck->cpuShare.reset();
        result.instrumentCheck->chunksPerRead.reset();
        const JsonValue root = parsed(writeLoadResults(result));
        for (const char *key : {"read_lag_us", "cpu_share", "chunks_per_read"}) {
            const QString place = u"/local/client/instrument_check/"_s + QString::fromLatin1(key);
            QVERIFY(root[u"local"][u"client"][u"instrument_check"][QString::fromLatin1(key)].isNull());
            QVERIFY2(root[u"local"][u"reasons"].find(place), key);
        }
        QCOMPARE(readLoadResults(writeLoadResults(result))->instrumentCheck, result.instrumentCheck);
    }

    void refusesWhatNoCheckSays_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("place");
        const auto row = [](const char *from, const char *to, const char *place) {
            QTest::newRow(to) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(place);
        };
        row(R"("verdict": "ok")", R"("verdict": "fine")", "verdict");
        row(R"("concurrency": 32)", R"("concurrency": 0)", "concurrency");
        row(R"("concurrency": 32)", R"("concurrency": 4097)", "concurrency");
        row(R"("lost": 0)", R"("lost": -1)", "lost");
        row(R"("lost": 0)", R"("lost": "0")", "lost");
        row(R"("p99": 0.406)", R"("p99": -0.5)", "lateness_ms/p99");
        row(R"("created_at": "2026-01-31T11:59:40Z")", R"("created_at": "yesterday")", "created_at");
        row(R"("cpu_share": 0.9)", R"("cpu_share": null)", "limits/cpu_share");
        row(R"("interval_ms": 20,)", "", "interval_ms");
    }

    void refusesWhatNoCheckSays()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, place);
        const auto read = readWith(from, to);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(u"/local/client/instrument_check/"_s + place),
            qPrintable(read.error().message));
    }

    void isADocumentOfItsOwn()
    {
        const JsonValue json = parsed(instrumentCheckJson(goodCheck()));
        QStringList keys;
        for (const auto &[key, value] : json.object())
            keys << key;
        QCOMPARE(keys.join(u' '),
            u"created_at concurrency interval_ms duration_s streams failed cut chunks lost lateness_ms "
            "start_lateness_ms floor_ms sender_ms cpu_us_per_chunk chunks_per_read peak_in_flight dispatch_delay_ms "
            "event_loop_lag_ms read_lag_us cpu_share limits verdict reasons"_s);
        QVERIFY(json[u"reasons"].find(u"/read_lag_us"));
        QCOMPARE(json[u"verdict"].toString(), u"ok"_s);
    }

    void isOneLineOfAReport()
    {
        const QString line = instrumentSummary(goodCheck());
        QVERIFY(!line.contains(u'\n'));
        for (const QString &word : {u"ok"_s, u"0.406"_s, u"0 of 11,381"_s, u"32"_s})
            QVERIFY2(line.contains(word), qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(TestInstrumentCheck)
#include "tst_instrumentcheck.moc"
