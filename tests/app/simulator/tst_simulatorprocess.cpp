// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorprocess.h"
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>
#include <QtTest>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

namespace {

Error firstError(const QSignalSpy &spy)
{
    return spy.isEmpty() ? Error{} : spy.first().first().value<Error>();
}

quint16 portOf(const QString &url)
{
    return static_cast<quint16>(QUrl(url).port(0));
}

} // namespace

class TestSimulatorProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhereItListens();
    void endsWithItsOwner();
    void startsAgainAfterItWasKilled();
    void optionsAreHandedOn();
    void aMissingProgramIsNamed();
    void badOptionsAreToldInItsOwnWords();
    void anotherProgramIsRecognised();
    void mayBeDestroyedAtOnce();

private:
    /// Writes an executable script and returns its path.
    QString script(const QByteArray &text);
    QTemporaryDir m_folder;
};

QString TestSimulatorProcess::script(const QByteArray &text)
{
    const QString path = m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("#!/bin/sh\n" + text);
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

void TestSimulatorProcess::saysWhereItListens()
{
    SimulatorProcess simulator(SimulatorRun::program());
    QSignalSpy ready(&simulator, &SimulatorProcess::ready);
    QVERIFY(!simulator.isRunning());
    simulator.start();
    simulator.start(); // nothing happens
    QVERIFY(ready.wait(10'000));
    QVERIFY(simulator.isRunning());
    QCOMPARE(ready.first().first().toString(), simulator.url());
    QVERIFY(simulator.url().startsWith(u"http://127.0.0.1:"_s));
    QCOMPARE(get(portOf(simulator.url()), "/health").status, 200);
}

void TestSimulatorProcess::endsWithItsOwner()
{
    quint16 port = 0;
    {
        SimulatorProcess simulator(SimulatorRun::program());
        QSignalSpy ready(&simulator, &SimulatorProcess::ready);
        QSignalSpy failed(&simulator, &SimulatorProcess::failed);
        simulator.start();
        QVERIFY(ready.wait(10'000));
        port = portOf(simulator.url());
        QCOMPARE(failed.size(), 0);
    }
    QCOMPARE(get(port, "/health").status, 0);
}

void TestSimulatorProcess::startsAgainAfterItWasKilled()
{
    SimulatorProcess simulator(SimulatorRun::program());
    QSignalSpy ready(&simulator, &SimulatorProcess::ready);
    QSignalSpy failed(&simulator, &SimulatorProcess::failed);
    simulator.start();
    QVERIFY(ready.wait(10'000));
    // Ended from outside, as by a person in a task manager.
    QProcess find;
    find.start(u"sh"_s,
        {u"-c"_s,
            u"for p in /proc/[0-9]*; do [ \"$(readlink $p/exe)\" = \"$1\" ] && grep -q \"^PPid:\t$2$\" "
            "$p/status && basename $p; done"_s,
            u"sh"_s, QFileInfo(SimulatorRun::program()).canonicalFilePath(),
            QString::number(QCoreApplication::applicationPid())});
    QVERIFY(find.waitForFinished(10'000));
    const int child = find.readAllStandardOutput().trimmed().toInt();
    QVERIFY(child > 0);
    ::kill(child, SIGKILL);
    QVERIFY(failed.wait(10'000));
    QCOMPARE(firstError(failed).code, u"simulator.ended"_s);
    QCOMPARE(simulator.url(), QString());
    QVERIFY(!simulator.isRunning());
    simulator.start();
    QVERIFY(ready.wait(10'000));
    QCOMPARE(get(portOf(simulator.url()), "/health").status, 200);
    QCOMPARE(failed.size(), 1);
}

void TestSimulatorProcess::optionsAreHandedOn()
{
    SimulatorProcess simulator(SimulatorRun::program());
    QSignalSpy ready(&simulator, &SimulatorProcess::ready);
    simulator.start({u"--slots"_s, u"7"_s});
    QVERIFY(ready.wait(10'000));
    QCOMPARE(get(portOf(simulator.url()), "/props").json()[u"total_slots"].toInteger(), 7);
}

void TestSimulatorProcess::aMissingProgramIsNamed()
{
    SimulatorProcess simulator(u"/nowhere/streamgauge-cli"_s);
    QSignalSpy failed(&simulator, &SimulatorProcess::failed);
    simulator.start();
    QCOMPARE(failed.size(), 0); // never from within the call
    QVERIFY(failed.wait(10'000));
    QCOMPARE(firstError(failed).code, u"simulator.missing"_s);
    QVERIFY(firstError(failed).message.contains(u"/nowhere/streamgauge-cli"_s));
    QCOMPARE(failed.size(), 1);
}

void TestSimulatorProcess::badOptionsAreToldInItsOwnWords()
{
    SimulatorProcess simulator(SimulatorRun::program());
    QSignalSpy failed(&simulator, &SimulatorProcess::failed);
    simulator.start({u"--slots"_s, u"none"_s});
    QVERIFY(failed.wait(10'000));
    QCOMPARE(firstError(failed).code, u"simulator.start"_s);
    QVERIFY(firstError(failed).message.contains(u"--slots"_s));
    QVERIFY(firstError(failed).message.contains(u"'none'"_s));
}

void TestSimulatorProcess::anotherProgramIsRecognised()
{
    SimulatorProcess simulator(script("echo hello; exec sleep 20\n"));
    QSignalSpy failed(&simulator, &SimulatorProcess::failed);
    QSignalSpy ready(&simulator, &SimulatorProcess::ready);
    simulator.start();
    QVERIFY(failed.wait(10'000));
    QCOMPARE(firstError(failed).code, u"simulator.answer"_s);
    QVERIFY(firstError(failed).message.contains(u"hello"_s));
    QTRY_VERIFY(!simulator.isRunning());
    QCOMPARE(ready.size(), 0);
    QCOMPARE(failed.size(), 1);
}

void TestSimulatorProcess::mayBeDestroyedAtOnce()
{
    for (int i = 0; i < 5; ++i) {
        SimulatorProcess simulator(SimulatorRun::program());
        simulator.start();
    }
    auto later = std::make_unique<SimulatorProcess>(SimulatorRun::program());
    later->start();
    QObject::connect(later.get(), &SimulatorProcess::ready, this, [&later] { later.release()->deleteLater(); });
    QTRY_VERIFY_WITH_TIMEOUT(!later, 10'000);
}

QTEST_GUILESS_MAIN(TestSimulatorProcess)
#include "tst_simulatorprocess.moc"
