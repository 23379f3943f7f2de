// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/load/resultsfile.h"
#include "tests/app/cli/sandboxedbench.h"
#include "tests/app/load/runfolder.h"
#include "tests/support/files.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

enum class Stage { Connecting, Calibrating, WarmingUp, Level };

bool hangsIn(Stage stage, const ServerRequest &request)
{
    const quint64 number = numberOf(ScriptedEndpoint::prompt(request));
    const bool small = number >> 32 && ScriptedEndpoint::parsed(request)[u"max_tokens"].toInteger() == 4;
    switch (stage) {
    case Stage::Connecting:
        return false; // at the model list
    case Stage::Calibrating:
        return number >> 32 && !small;
    case Stage::WarmingUp:
        return number == 0;
    case Stage::Level:
        return number >= 6 && number < 1000;
    }
    return false;
}

} // namespace

/// Ctrl-C, and again: the first keeps and writes, the second ends the program at once, whatever it is doing.
class TestSecondPress final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void endsAtOnceInEveryStage_data()
    {
        QTest::addColumn<Stage>("stage");
        QTest::newRow("connecting") << Stage::Connecting;
        QTest::newRow("calibrating") << Stage::Calibrating;
        QTest::newRow("warming up") << Stage::WarmingUp;
        QTest::newRow("level") << Stage::Level;
    }

    void endsAtOnceInEveryStage()
    {
        QFETCH(Stage, stage);
        const ScriptedEndpoint good;
        ScriptedEndpoint endpoint;
        std::atomic<bool> hangs = false;
        const auto silence = [&hangs] {
            hangs = true;
            return ServerScript().silence();
        };
        if (stage == Stage::Connecting)
            endpoint.models = [silence](const ServerRequest &) { return silence(); };
        endpoint.chat = [good, stage, silence](const ServerRequest &request) {
            return hangsIn(stage, request) ? silence() : good.stream(request);
        };
        const LoopbackServer server(endpoint.function());
        QProcess process;
        start(process, server);
        QTRY_VERIFY_WITH_TIMEOUT(hangs, 30'000);
        if (stage == Stage::Level) // the first to hang may do so before the other stream has ended its last good one
            QTRY_COMPARE_WITH_TIMEOUT(contentOf(journal()).count("\"request\": {"), 5, 30'000);
        pressTwice(process);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(!QFile::exists(out()));
        QCOMPARE(QFile::exists(journal()), stage == Stage::Level);
        if (stage == Stage::Level)
            checkRecovered(5); // after one of warm-up
    }

    void waitsForTheFileAtTheFirst()
    {
        const LoopbackServer server(unhurried().function());
        QProcess process;
        start(process, server, {u"SLOW_FSYNC="_s + slow()});
        holdAtTheFile(process);
        press(process, {SIGINT});
        QVERIFY(!process.waitForFinished(300));
        QVERIFY(QFile::remove(slow()));
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0); // all had been measured
        const auto read = readLoadResults(contentOf(out()));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(read->complete);
        QVERIFY(!QFile::exists(journal()));
    }

    void waitsForNothingAtTheSecond()
    {
        const LoopbackServer server(unhurried().function());
        QProcess process;
        start(process, server, {u"SLOW_FSYNC="_s + slow()});
        holdAtTheFile(process);
        pressTwice(process);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(!QFile::exists(out()));
        QVERIFY(QFile::remove(slow()));
        checkRecovered(requests);
    }

private:
    static constexpr int requests = 12;

    [[nodiscard]] QString out() const { return m_dir->filePath(u"r.json"_s); }
    [[nodiscard]] QString journal() const { return out() + JournalFile::suffix; }
    [[nodiscard]] QString slow() const { return m_dir->filePath(u"slow"_s); }

    /// Long enough to be met while it measures.
    [[nodiscard]] static ScriptedEndpoint unhurried()
    {
        ScriptedEndpoint endpoint;
        endpoint.thinksFor = std::chrono::milliseconds(150);
        return endpoint;
    }

    void start(QProcess &process, const LoopbackServer &server, const QStringList &environment = {}) const
    {
        const QString url = u"http://127.0.0.1:%1"_s.arg(server.port());
        process.setEnvironment(QProcess::systemEnvironment() + environment
            + QStringList{QStringLiteral("LD_PRELOAD=" STREAMGAUGE_SLOW_FSYNC)});
        process.setStandardOutputFile(QProcess::nullDevice());
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(
            QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"), benchArguments(url, u"m"_s, 2, requests, out()));
    }

    /// Once the journal shows that it measures, the writing of files takes for ever; until it is at that.
    void holdAtTheFile(const QProcess &process)
    {
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(journal()) || process.state() == QProcess::NotRunning, 30'000);
        writeFile(slow(), "");
        const QString unfinished = u".streamgauge-%1-*"_s.arg(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(
            !QDir(m_dir->path()).entryList({unfinished}, QDir::Files | QDir::Hidden).isEmpty(), 30'000);
    }

    /// Both arrive together, however busy this machine is.
    static void pressTwice(const QProcess &process) { press(process, {SIGSTOP, SIGINT, SIGTERM, SIGCONT}); }

    static void press(const QProcess &process, std::initializer_list<int> signalNumbers)
    {
        const auto id = static_cast<pid_t>(process.processId());
        if (id <= 0) // which would mean this process and all of its group
            qFatal("the program has ended too early");
        for (const int number : signalNumbers)
            ::kill(id, number);
    }

    void checkRecovered(int count) const
    {
        const CliOutcome recovered = runCli({u"recover"_s, journal()});
        QVERIFY2(recovered.exitCode == 0, qPrintable(recovered.err));
        const auto read = readLoadResults(contentOf(out()));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->requestCount(), qsizetype(count));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

QTEST_GUILESS_MAIN(TestSecondPress)
#include "tst_secondpress.moc"
