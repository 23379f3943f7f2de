// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/app/cli/sandboxedbench.h"
#include "tests/app/load/scriptedendpoint.h"
#include "tests/support/files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

/// What a machine does not grant: files and sockets, ports, an answer to a name.
class TestSystemLimits final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tooFewDescriptorsAreNamedBeforeTheStart()
    {
        const LoopbackServer server(ScriptedEndpoint{}.function());
        const QString out = m_dir.filePath(u"few.json"_s);
        const CliOutcome outcome =
            runSandboxed(Sandbox().descriptors(64), benchArguments(urlOf(server), u"m"_s, 40, 80, out));
        QCOMPARE(outcome.exitCode, 2);
        for (const QString &word : {u"40 requests at a time"_s, u"200 open files"_s, u"64"_s, u"ulimit -Hn"_s})
            QVERIFY2(outcome.err.contains(word), qPrintable(outcome.err));
        QCOMPARE(server.connections(), 0);
        QVERIFY(!QFile::exists(out));
    }

    void theDescriptorsAskedForAreEnough()
    {
        for (const bool closes : {false, true}) {
            ScriptedEndpoint endpoint;
            endpoint.closesAfterStream = closes;
            endpoint.thinksFor = std::chrono::milliseconds(20);
            const LoopbackServer server(endpoint.function());
            const QString out = m_dir.filePath(u"enough-%1.json"_s.arg(closes));
            const CliOutcome outcome =
                runSandboxed(Sandbox().descriptors(200), benchArguments(urlOf(server), u"m"_s, 40, 120, out));
            QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.err));
            QVERIFY(errorsOf(out).empty());
        }
    }

    void runsOutOfPortsAndGoesOn()
    {
        // Eight ports, sixteen at a time: those that get none fail at once, the others are served, and so it
        // goes on in the level after it. The endpoint is in the same network, so it is started there.
        const QString out = m_dir.filePath(u"ports.json"_s);
        QStringList arguments = benchArguments(u"http://127.0.0.1:%1"_s.arg(19'999), u"sim/closing"_s, 8, 24, out);
        arguments.replace(arguments.indexOf(u"8"_s), u"16,2"_s);
        const QString script = u"mkfifo \"$0/said\" && { \"$1\" simulate --port 19999 >\"$0/said\" & } && "
                               "read -r line <\"$0/said\" && shift && \"$@\"; code=$?; kill $!; exit $code"_s;
        const QString cli = QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");
        const CliOutcome outcome = runSandboxed(Sandbox().ownNetwork().localPorts(20'001, 8), u"/bin/sh"_s,
            QStringList{u"-c"_s, script, m_dir.path(), cli, cli} + arguments);
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no network namespace");
        QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.err));
        const auto read = readLoadResults(contentOf(out));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->levels.size(), size_t(2));
        const LoadLevel &crowded = read->levels.front();
        QCOMPARE(crowded.requests.size(), size_t(24));
        const auto errors = crowded.errorCounts();
        QCOMPARE(errors.size(), size_t(1));
        const int failed = errors.at(u"connection"_s);
        QVERIFY2(failed >= 4 && failed < 24, qPrintable(QString::number(failed)));
        for (const RequestRecord &record : crowded.requests) {
            if (record.error)
                QVERIFY2(record.error->message.contains(u"no free port left"_s), qPrintable(record.error->message));
        }
        // Ports that were used a moment ago are free again after a second only, so some of the next level may miss too.
        const auto served = std::ranges::count(read->levels.back().requests, Outcome::Succeeded,
            [](const RequestRecord &record) { return record.outcome; });
        QVERIFY2(served >= 4, qPrintable(QString::number(served)));
    }

    void unknownHostIsNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString url = u"http://no-such-host.invalid:8080"_s;
        QTest::newRow("probe") << QStringList{u"probe"_s, u"--endpoint"_s, url};
        QTest::newRow("bench") << benchArguments(url, u"m"_s, 2, 4, m_dir.filePath(u"unknown.json"_s));
    }

    void unknownHostIsNamed()
    {
        QFETCH(QStringList, arguments);
        // The program ends at the answer, which once was a race that it lost one time in six.
        for (int i = 0; i < 20; ++i) {
            const CliOutcome outcome = runCli(arguments);
            QCOMPARE(outcome.exitCode, 3);
            const QString said = outcome.out + outcome.err;
            QVERIFY2(said.contains(u"No machine of the name no-such-host.invalid is known"_s), qPrintable(said));
        }
        QVERIFY(!QFile::exists(m_dir.filePath(u"unknown.json"_s)));
    }

    void silentNameServerHoldsNothingUp()
    {
        // The system would ask it for two minutes; the program is given one second, and ends.
        const QString servers = m_dir.filePath(u"resolv.conf"_s);
        writeFile(servers, "nameserver 127.0.0.1\noptions timeout:30 attempts:4\n");
        const CliOutcome outcome = runSandboxed(Sandbox().ownNetwork().silentNameServer(servers),
            QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"),
            {u"probe"_s, u"--endpoint"_s, u"http://host.example"_s, u"--timeout"_s, u"1"_s}, {}, 30'000);
        if (outcome.exitCode == Sandbox::refused)
            QSKIP("the system grants no namespace for a name server of the test's own");
        QCOMPARE(outcome.exitCode, 3);
        QVERIFY2(outcome.out.contains(u"did not answer in time"_s), qPrintable(outcome.out));
    }

private:
    [[nodiscard]] static QString urlOf(const LoopbackServer &server)
    {
        return u"http://127.0.0.1:%1"_s.arg(server.port());
    }
    [[nodiscard]] static std::map<QString, int> errorsOf(const QString &path)
    {
        const auto read = readLoadResults(contentOf(path));
        return read ? read->levels.front().errorCounts() : std::map<QString, int>{{u"unreadable"_s, 1}};
    }

    QTemporaryDir m_dir;
};

QTEST_GUILESS_MAIN(TestSystemLimits)
#include "tst_systemlimits.moc"
