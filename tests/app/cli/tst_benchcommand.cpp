// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorprocess.h"
#include "models/core/json.h"
#include "models/load/resultsfile.h"
#include "models/load/warningcatalog.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

const QString program = QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");

struct Ran {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

} // namespace

/// The probe and bench commands as a person or a script runs them.
class TestBenchCommand final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_simulator = std::make_unique<SimulatorProcess>(program);
        QSignalSpy ready(m_simulator.get(), &SimulatorProcess::ready);
        m_simulator->start();
        QVERIFY(ready.wait(30'000));
    }

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void cleanupTestCase() { m_simulator.reset(); }

    void printsATableAndWritesTheFile()
    {
        const Ran ran = run(small({u"--concurrency"_s, u"1, 4"_s}));
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.out.contains("sim/fast") && ran.out.contains("TTFT"), ran.out.constData());
        QVERIFY2(ran.err.contains("Level 4: 8 requests\n"), ran.err.constData());
        QVERIFY2(!ran.err.contains('\r') && !ran.err.contains('\033'), "no live line where nobody looks");
        QVERIFY(!ran.out.contains('\033'));
        const QStringList files = QDir(m_dir->filePath(u"streamgauge-results"_s)).entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QVERIFY(files.front().endsWith(u"-sim-fast.json"_s));
        QVERIFY(ran.err.contains(files.front().toUtf8()));
    }

    void printsJsonForPrograms()
    {
        const Ran ran = run(small({u"--json"_s, u"--out"_s, u"r.json"_s}));
        QCOMPARE(ran.exitCode, 0);
        const auto json = parseJson(ran.out);
        QVERIFY2(json, ran.out.constData());
        QCOMPARE((*json)[u"exit_code"].toInteger(-1), qint64(0));
        QVERIFY((*json)[u"complete"].toBool());
        QCOMPARE((*json)[u"results"].toString(), m_dir->filePath(u"r.json"_s));
        QCOMPARE((*json)[u"runs"].array().size(), size_t(1));
        QFile file(m_dir->filePath(u"r.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto written = parseJson(file.readAll());
        QCOMPARE((*json)[u"runs"].array().front(), (*written)[u"runs"].array().front());
    }

    void explainsEachWarningOnce()
    {
        const Ran ran = run({u"bench"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"sim/bundled"_s,
            u"--concurrency"_s, u"1,2"_s, u"--requests"_s, u"4"_s, u"--input-tokens"_s, u"32"_s, u"--output-tokens"_s,
            u"16"_s, u"--warmup"_s, u"0"_s});
        QCOMPARE(ran.exitCode, 0);
        const QByteArray explanation = WarningCatalog::explanation(u"usage_above_chunks").toUtf8();
        QCOMPARE(ran.err.count("[usage_above_chunks]"), 2);
        QCOMPARE(ran.err.count(explanation), 1);
        QVERIFY2(ran.out.contains("TPOT p50, ms") && ran.out.contains("steady tokens/s"), ran.out.constData());
        QVERIFY(ran.out.contains("TPOT (time per output token) = "));
    }

    void neverOverwritesUnlessForced()
    {
        const QStringList twice{u"--out"_s, u"r.json"_s};
        QCOMPARE(run(small(twice)).exitCode, 0);
        const Ran refused = run(small(twice));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY(refused.err.contains("r.json"));
        QCOMPARE(run(small(twice + QStringList{u"--force"_s})).exitCode, 0);
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        const QString url = u"http://127.0.0.1:9"_s;
        QTest::newRow("no endpoint") << QStringList{u"bench"_s} << QByteArray("--endpoint");
        QTest::newRow("address") << QStringList{u"bench"_s, u"--endpoint"_s, u"ftp://x"_s} << QByteArray("ftp://");
        for (const char *levels : {"1,0", "-1", "1e3", "99999999999", "1,,2", "1,", ",1", "8,8", "", " ", "1.5", "+1"})
            QTest::newRow(levels) << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--concurrency"_s,
                QString::fromLatin1(levels)}
                                  << QByteArray("--concurrency: ");
        QTest::newRow("requests") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--requests"_s, u"x"_s}
                                  << QByteArray("'x'");
        QTest::newRow("requests twice") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--requests"_s, u"5"_s,
            u"--requests-per-slot"_s, u"5"_s}
                                        << QByteArray("--requests-per-slot");
        QTest::newRow("requests a slot") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--requests-per-slot"_s,
            u"40000"_s} << QByteArray("40000");
        QTest::newRow("timeout") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--timeout"_s, u"nan"_s}
                                 << QByteArray("'nan'");
        QTest::newRow("two keys") << QStringList{u"probe"_s, u"--endpoint"_s, url, u"--api-key-env"_s, u"A"_s,
            u"--api-key-file"_s, u"B"_s}
                                  << QByteArray("--api-key");
        QTest::newRow("no such variable") << QStringList{u"probe"_s, u"--endpoint"_s, url, u"--api-key-env"_s,
            u"NO_SUCH_KEY"_s} << QByteArray("NO_SUCH_KEY");
        QTest::newRow("no such file") << QStringList{u"probe"_s, u"--endpoint"_s, url, u"--api-key-file"_s,
            u"/no/such/key"_s} << QByteArray("/no/such/key");
        for (const char *option : {"--model", "--api-key-env", "--api-key-file", "--out"})
            QTest::newRow(option) << QStringList{u"bench"_s, u"--endpoint"_s, url, QString::fromLatin1(option), u""_s}
                                  << QByteArray(option) + ": the value is empty";
        QTest::newRow("a folder as file") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--out"_s, u"here/"_s}
                                          << QByteArray("'here/' is a folder");
        QTest::newRow("folder") << QStringList{u"bench"_s, u"--endpoint"_s, url, u"--out"_s, u"/proc/none/x.json"_s}
                                << QByteArray("/proc/none");
    }

    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const Ran ran = run(arguments);
        QCOMPARE(ran.exitCode, 2);
        QVERIFY2(ran.err.contains(words), ran.err.constData());
        QVERIFY(ran.out.isEmpty());
    }

    void makesNoFolderThatWasNotAskedFor()
    {
        const Ran refused = run(small({u"--out"_s, u"no such/dir/r.json"_s}));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("mkdir -p 'no such/dir'"), refused.err.constData());
        QVERIFY(QDir(m_dir->path()).isEmpty());
        QVERIFY(QDir(m_dir->path()).mkpath(u"no such/dir"_s));
        QCOMPARE(run(small({u"--out"_s, u"no such/dir/r.json"_s})).exitCode, 0);
        const Ran inFile = run(small({u"--out"_s, u"no such/dir/r.json/r.json"_s}));
        QCOMPARE(inFile.exitCode, 2);
        QVERIFY2(inFile.err.contains("is no folder"), inFile.err.constData());
    }

    void refusesWhatIsNoKey_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("empty") << QByteArray("") << QByteArray("empty");
        QTest::newRow("white space") << QByteArray(" \t\r\n") << QByteArray("empty");
        QTest::newRow("two lines") << QByteArray("sk-1\nsk-2") << QByteArray("position 5");
        QTest::newRow("control character") << QByteArray("sk-\x1b[31m") << QByteArray("position 4");
        QTest::newRow("not ASCII") << QByteArray("sk-\xc3\xa9") << QByteArray("position 4");
    }

    void refusesWhatIsNoKey()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, words);
        QFile file(m_dir->filePath(u"key"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(key) == key.size());
        file.close();
        const QStringList probe{u"probe"_s, u"--endpoint"_s, u"http://127.0.0.1:9"_s};
        for (const QStringList &from :
            {QStringList{u"--api-key-env"_s, u"TEST_KEY"_s}, QStringList{u"--api-key-file"_s, file.fileName()}}) {
            const Ran ran = run(probe + from, key);
            QCOMPARE(ran.exitCode, 2);
            QVERIFY2(ran.err.contains(words) && ran.err.contains(QByteArray(from[0].toUtf8() + ' ' + from[1].toUtf8())),
                ran.err.constData());
            QVERIFY(!ran.err.contains("sk-"));
        }
    }

    void saysWhyAnEndpointCannotBeMeasured()
    {
        Ran ran = run({u"probe"_s, u"--endpoint"_s, u"http://127.0.0.1:%1"_s.arg(closedPort())});
        QCOMPARE(ran.exitCode, 3);
        QVERIFY(ran.out.contains("FAILED port"));
        ran = run({u"bench"_s, u"--endpoint"_s, m_simulator->url()});
        QCOMPARE(ran.exitCode, 2);
        QVERIFY(ran.err.contains("sim/steady"));
        ran = run({u"bench"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"none"_s, u"--json"_s});
        QCOMPARE(ran.exitCode, 2);
        const auto json = parseJson(ran.out);
        QVERIFY(json);
        QCOMPARE((*json)[u"error"][u"code"].toString(), u"model.unknown"_s);
    }

    void probesStepByStep()
    {
        Ran ran = run({u"probe"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"sim/strict"_s});
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.out.contains("note   ignore_eos"), ran.out.constData());
        ran = run({u"probe"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"sim/closing"_s, u"--json"_s});
        const auto json = parseJson(ran.out);
        QVERIFY(json);
        QVERIFY(!(*json)[u"keeps_connection"].toBool(true));
        QVERIFY((*json)[u"simulated"].toBool());
        QVERIFY(ran.err.contains("keeps_connection"));
    }

    void saysBeforehandWhatARunWouldDo()
    {
        LoopbackServer server([](const ServerRequest &request) {
            return request.target == "/props"
                ? whole(200, R"({"total_slots":4,"default_generation_settings":{"n_ctx":600}})")
                : ScriptedEndpoint{}.answer(request);
        });
        QStringList arguments{u"bench"_s, u"--endpoint"_s, u"http://127.0.0.1:%1"_s.arg(server.port()),
            u"--concurrency"_s, u"1,8"_s, u"--requests-per-slot"_s, u"10"_s, u"--dry-run"_s};
        Ran ran = run(arguments);
        QCOMPARE(ran.exitCode, 0);
        for (const char *words : {"10 requests for each in flight", "94 requests with warm-up", "at most 42 min",
                 "[over_slots]", "[context_too_small]", "no completion was asked for"})
            QVERIFY2(ran.out.contains(words), QByteArray(ran.out + words).constData());
        ran = run(arguments + QStringList{u"--json"_s});
        QCOMPARE(ran.exitCode, 0);
        const auto json = parseJson(ran.out);
        QVERIFY2(json, ran.out.constData());
        QCOMPARE((*json)[u"requests_in_all"].toInteger(), qint64(94));
        QCOMPARE((*json)[u"plan"][u"requests_per_slot"].toInteger(), qint64(10));
        QCOMPARE((*json)[u"time_at_most_s"].toDouble(), 120.0 * (1 + 10 + 10));
        QVERIFY((*json)[u"time_s"].isNull());
        QCOMPARE((*json)[u"server_limits"][u"total_slots"].toInteger(), qint64(4));
        QCOMPARE((*json)[u"warnings"].array().size(), size_t(2));
        QCOMPARE(server.posts(), 0);
        QVERIFY2(QDir(m_dir->path()).isEmpty(), "nothing is written");

        arguments[2] = u"http://127.0.0.1:%1"_s.arg(closedPort());
        QCOMPARE(run(arguments).exitCode, 3);
    }

    void sendsSoManyRequestsForEachSlot()
    {
        const Ran ran =
            run(small({u"--out"_s, u"r.json"_s, u"--concurrency"_s, u"1,3"_s, u"--requests-per-slot"_s, u"4"_s}));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QVERIFY2(ran.err.contains("[requests_below_10x_concurrency]"), ran.err.constData());
        QFile file(m_dir->filePath(u"r.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto read = readLoadResults(file.readAll());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->plan.requestsPerSlot, 4);
        QCOMPARE(read->levels[0].requests.size(), size_t(4));
        QCOMPARE(read->levels[1].requests.size(), size_t(12));
    }

    void keepsTheKeyToItself()
    {
        const QByteArray key = "sk-verysecret0123456789";
        LoopbackServer server([key](const ServerRequest &request) {
            return request.head.contains(QByteArray("Authorization: Bearer " + key))
                ? ScriptedEndpoint{}.answer(request)
                : whole(401, R"({"error":{"message":"wrong key"}})");
        });
        const QString url = u"http://127.0.0.1:%1"_s.arg(server.port());
        QFile file(m_dir->filePath(u"key"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(key + "\n") > 0);
        file.close();
        for (const QStringList &from :
            {QStringList{u"--api-key-env"_s, u"TEST_KEY"_s}, QStringList{u"--api-key-file"_s, file.fileName()}}) {
            const Ran ran = run(QStringList{u"bench"_s, u"--endpoint"_s, url, u"--requests"_s, u"2"_s,
                                    u"--concurrency"_s, u"1"_s, u"--out"_s, u"r.json"_s, u"--force"_s}
                    + from,
                key);
            QCOMPARE(ran.exitCode, 0);
            QFile result(m_dir->filePath(u"r.json"_s));
            QVERIFY(result.open(QIODevice::ReadOnly));
            for (const QByteArray &text : {ran.out, ran.err, result.readAll()})
                QVERIFY(!text.contains(key));
        }
        const Ran without = run({u"bench"_s, u"--endpoint"_s, url});
        QCOMPARE(without.exitCode, 3);
        QVERIFY(without.err.contains("wrong key"));
    }

    void saysThatUserInfoWasLeftOut()
    {
        const QString url = m_simulator->url().replace(u"http://"_s, u"http://user:secret@"_s);
        QStringList arguments = small({u"--out"_s, u"r.json"_s});
        arguments[2] = url;
        const Ran bench = run(arguments);
        QCOMPARE(bench.exitCode, 0);
        QVERIFY2(
            bench.err.contains("--api-key-env") && bench.err.contains("[userinfo_left_out]"), bench.err.constData());
        QFile file(m_dir->filePath(u"r.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray written = file.readAll();
        QVERIFY(written.contains("userinfo_left_out"));
        const Ran probe = run({u"probe"_s, u"--endpoint"_s, url, u"--model"_s, u"sim/fast"_s});
        QVERIFY2(probe.out.contains("note   address"), probe.out.constData());
        for (const QByteArray &text : {bench.out, bench.err, written, probe.out, probe.err})
            QVERIFY(!text.contains("secret") && !text.contains("user:"));
    }

    void stopsAtASignal_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }

    void stopsAtASignal()
    {
        QFETCH(int, number);
        QProcess process;
        start(process, small({u"--concurrency"_s, u"2"_s, u"--requests"_s, u"100000"_s, u"--out"_s, u"r.json"_s}));
        QByteArray err;
        QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains("Level 2"), 30'000);
        QTest::qWait(200);
        ::kill(static_cast<pid_t>(process.processId()), number);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QFile file(m_dir->filePath(u"r.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto read = readLoadResults(file.readAll());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(!read->complete);
        QVERIFY(read->partial && !read->partial->requests.empty());
    }

    void stopsAProbeAtASignal()
    {
        ScriptedEndpoint silent;
        silent.models = [](const ServerRequest &) { return ServerScript().silence(); };
        LoopbackServer server(silent.function());
        QProcess process;
        start(process, {u"probe"_s, u"--endpoint"_s, u"http://127.0.0.1:%1"_s.arg(server.port())});
        QTRY_COMPARE_WITH_TIMEOUT(server.requests(), 1, 30'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 130);
    }

private:
    [[nodiscard]] QStringList small(const QStringList &more) const
    {
        QStringList arguments{u"bench"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"sim/fast"_s,
            u"--input-tokens"_s, u"32"_s, u"--output-tokens"_s, u"4"_s, u"--warmup"_s, u"1"_s};
        if (!more.contains(u"--requests"_s) && !more.contains(u"--requests-per-slot"_s))
            arguments += {u"--requests"_s, u"8"_s};
        if (!more.contains(u"--concurrency"_s))
            arguments += {u"--concurrency"_s, u"2"_s};
        return arguments + more;
    }

    /// `key`: what the environment variable TEST_KEY holds; null: it is not set.
    void start(QProcess &process, const QStringList &arguments, const QByteArray &key = {}) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!key.isNull())
            environment.insert(u"TEST_KEY"_s, QString::fromUtf8(key));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_dir->path());
        process.start(program, arguments);
    }

    [[nodiscard]] Ran run(const QStringList &arguments, const QByteArray &key = {}) const
    {
        QProcess process;
        start(process, arguments, key);
        if (!process.waitForFinished(60'000))
            qFatal("streamgauge-cli does not end");
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
    }

    std::unique_ptr<SimulatorProcess> m_simulator;
    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestBenchCommand)
#include "tst_benchcommand.moc"
