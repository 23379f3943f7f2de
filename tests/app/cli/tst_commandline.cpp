// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirun.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace streamgauge::test;

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void versionNamesTheCommit();
    void helpIsOnStandardOutput();
    void withoutArgumentsHelpIsAnError();
    void usageErrors_data();
    void usageErrors();
    void aTakenPortIsAWrongOption();
};

void TestCommandLine::versionNamesTheCommit()
{
    const CliOutcome outcome = runCli({u"--version"_s});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, QString());
    static const QRegularExpression form(
        u"^streamgauge \\d+\\.\\d+\\.\\d+\ncommit ([0-9a-f]{40}|unknown)( \\(with uncommitted changes\\))?\n$"_s);
    QVERIFY2(form.match(outcome.out).hasMatch(), qPrintable(outcome.out));
}

void TestCommandLine::helpIsOnStandardOutput()
{
    const CliOutcome general = runCli({u"--help"_s});
    QCOMPARE(general.exitCode, 0);
    QVERIFY(general.out.contains(u"simulate"_s));
    QCOMPARE(general.err, QString());
    const CliOutcome command = runCli({u"simulate"_s, u"--help"_s});
    QCOMPARE(command.exitCode, 0);
    for (const QString &option : {u"--port"_s, u"--seed"_s, u"--ttft-ms"_s, u"--itl-ms"_s, u"--slots"_s, u"--backlog"_s,
             u"--tls"_s, u"--owned"_s, u"sim/steady"_s, u"sim/hold"_s})
        QVERIFY2(command.out.contains(option), qPrintable(option));
}

void TestCommandLine::withoutArgumentsHelpIsAnError()
{
    const CliOutcome outcome = runCli({});
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QString());
    QVERIFY(outcome.err.contains(u"simulate"_s));
}

void TestCommandLine::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named");
    const auto row = [](const char *name, const QStringList &arguments, const QStringList &named) {
        QTest::newRow(name) << arguments << named;
    };
    row("unknown command", {u"mesure"_s}, {u"'mesure'"_s});
    row("unknown option", {u"--nothing"_s}, {u"'--nothing'"_s});
    row("empty command", {u""_s}, {u"''"_s});
    row("unknown option of a command", {u"simulate"_s, u"--tsl"_s}, {u"simulate"_s, u"'--tsl'"_s});
    row("argument too many", {u"simulate"_s, u"extra"_s}, {u"'extra'"_s});
    row("no value", {u"simulate"_s, u"--port"_s}, {u"--port"_s, u"value is missing"_s});
    row("twice", {u"simulate"_s, u"--port"_s, u"1"_s, u"--port"_s, u"2"_s}, {u"--port"_s, u"more than once"_s});
    row("port too high", {u"simulate"_s, u"--port"_s, u"65536"_s}, {u"--port"_s, u"'65536'"_s, u"65535"_s});
    row("port no number", {u"simulate"_s, u"--port"_s, u"80x"_s}, {u"--port"_s, u"'80x'"_s});
    row("port negative", {u"simulate"_s, u"--port"_s, u"-1"_s}, {u"--port"_s, u"'-1'"_s});
    row("port empty", {u"simulate"_s, u"--port="_s}, {u"--port"_s});
    row("seed negative", {u"simulate"_s, u"--seed"_s, u"-1"_s}, {u"--seed"_s, u"'-1'"_s});
    row("seed over 64 bits", {u"simulate"_s, u"--seed"_s, u"18446744073709551616"_s}, {u"--seed"_s});
    row("no slots", {u"simulate"_s, u"--slots"_s, u"0"_s}, {u"--slots"_s, u"'0'"_s});
    row("no backlog", {u"simulate"_s, u"--backlog"_s, u"0"_s}, {u"--backlog"_s, u"'0'"_s});
    row("line ends", {u"simulate"_s, u"--a\nb\r"_s}, {u"simulate"_s, u"--a\\x0ab\\x0d"_s});
    row("escape sequences", {u"simulate"_s, u"--port"_s, u"\x1b[2J\x7f"_s}, {u"'\\x1b[2J\\x7f'"_s});
    row("not finite", {u"simulate"_s, u"--itl-ms"_s, u"nan"_s}, {u"--itl-ms"_s, u"'nan'"_s});
    row("infinite", {u"simulate"_s, u"--ttft-ms"_s, u"inf"_s}, {u"--ttft-ms"_s, u"'inf'"_s});
    row("negative time", {u"simulate"_s, u"--ttft-ms"_s, u"-0.5"_s}, {u"--ttft-ms"_s, u"'-0.5'"_s});
}

void TestCommandLine::usageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    const CliOutcome outcome = runCli(arguments);
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QString());
    QCOMPARE(outcome.err.count(u'\n'), 1);
    for (const QString &word : named)
        QVERIFY2(outcome.err.contains(word), qPrintable(outcome.err));
    QVERIFY(outcome.err.contains(u"--help"_s));
}

void TestCommandLine::aTakenPortIsAWrongOption()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const QString port = QString::number(other.serverPort());
    const CliOutcome outcome = runCli({u"simulate"_s, u"--port"_s, port});
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QString());
    QVERIFY2(outcome.err.contains(u"Port %1 on 127.0.0.1 is taken"_s.arg(port)), qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(u"sport = :"_s + port), qPrintable(outcome.err));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
