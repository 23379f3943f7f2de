// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/version.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

/// The program's arguments, from outside.
class TestApplication final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsVersionAndHelpWithoutADisplay();
    void closesAtASignal();
    void saysThatThereIsNoDisplay_data();
    void saysThatThereIsNoDisplay();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
};

namespace {

struct Ended {
    int exitCode = -1;
    QString out;
    QString err;
};

/// `display`: "" = none is named.
Ended run(const QStringList &arguments, const QString &platform, const QString &display = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, platform);
    environment.remove(u"DISPLAY"_s);
    if (!display.isEmpty())
        environment.insert(u"DISPLAY"_s, display);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(STREAMGAUGE_BIN "/streamgauge"), arguments);
    process.waitForFinished();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

void TestApplication::printsVersionAndHelpWithoutADisplay()
{
    const Ended version = run({u"--version"_s}, u"xcb"_s);
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.out.startsWith(u"streamgauge "_s + QString::fromUtf8(streamgauge::versionNumber)));
    QVERIFY(version.out.contains(u"commit "_s));
    const Ended help = run({u"--help"_s}, u"xcb"_s);
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.out.contains(u"[file]"_s));
}

void TestApplication::closesAtASignal()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(STREAMGAUGE_BIN "/streamgauge"), {});
        QVERIFY(process.waitForStarted());
        // Before its handlers stand it ends as any program does; with them it closes its window.
        QTest::qWait(1500);
        ::kill(static_cast<pid_t>(process.processId()), number);
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }
}

void TestApplication::saysThatThereIsNoDisplay_data()
{
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("display");
    QTest::addColumn<QString>("words");
    QTest::newRow("none named") << u"xcb"_s << QString() << u"DISPLAY names none"_s;
    QTest::newRow("none there") << u"xcb"_s << u"127.0.0.1:9999"_s << u"127.0.0.1:9999"_s;
    QTest::newRow("no such platform") << u"nothing"_s << u"127.0.0.1:9999"_s << u"\"nothing\""_s;
}

void TestApplication::saysThatThereIsNoDisplay()
{
    QFETCH(QString, platform);
    QFETCH(QString, display);
    QFETCH(QString, words);
    const Ended ended = run({}, platform, display);
    QVERIFY2(ended.exitCode == 2, qPrintable(ended.err));
    QCOMPARE(ended.out, QString());
    QCOMPARE(ended.err.count(u'\n'), 1);
    QVERIFY2(ended.err.contains(words), qPrintable(ended.err));
    QVERIFY2(ended.err.contains(u"streamgauge-cli"_s), qPrintable(ended.err));
}

void TestApplication::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("option") << QStringList{u"--fast"_s} << u"fast"_s;
    QTest::newRow("two files") << QStringList{u"a.json"_s, u"b.json"_s} << u"One results file"_s;
}

void TestApplication::refusesWhatItDoesNotKnow()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Ended ended = run(arguments, u"offscreen"_s);
    QCOMPARE(ended.exitCode, 2);
    QVERIFY2(ended.err.contains(words), qPrintable(ended.err));
}

QTEST_GUILESS_MAIN(TestApplication)
#include "tst_application.moc"
