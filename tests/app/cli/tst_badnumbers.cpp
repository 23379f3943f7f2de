// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirun.h"

#include <QTest>

using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// A numeric option, its lowest and highest value, and values just beyond them.
struct Number {
    QString option;
    QString lowest;
    QString highest;
    QStringList beyond;
    bool whole = true;
    QString command = u"bench"_s;
};

const Number numbers[] = {
    {u"--requests"_s, u"1"_s, u"1000000"_s, {u"0"_s, u"1000001"_s}},
    {u"--requests-per-slot"_s, u"1"_s, u"1000000"_s, {u"0"_s, u"1000001"_s}},
    {u"--warmup"_s, u"0"_s, u"1000000"_s, {u"1000001"_s}},
    {u"--input-tokens"_s, u"1"_s, u"10000000"_s, {u"0"_s, u"10000001"_s}},
    {u"--output-tokens"_s, u"1"_s, u"10000000"_s, {u"0"_s, u"10000001"_s}},
    {u"--seed"_s, u"0"_s, u"9007199254740991"_s, {u"9007199254740992"_s}},
    {u"--timeout"_s, u"0.001"_s, u"86400"_s, {u"0"_s, u"0.0009"_s, u"86401"_s}, false},
    {u"--max-error-rate"_s, u"0"_s, u"100"_s, {u"100.1"_s}, false},
    {u"--max-minutes"_s, u"0.001"_s, u"35000"_s, {u"0"_s, u"35001"_s}, false},
    {u"--concurrency"_s, u"1"_s, u"4096"_s, {u"0"_s, u"4097"_s}, true, u"check-instrument"_s},
    {u"--interval-ms"_s, u"1"_s, u"1000"_s, {u"0"_s, u"1001"_s}, true, u"check-instrument"_s},
    {u"--port"_s, u"0"_s, u"65535"_s, {u"65536"_s}, true, u"simulate"_s},
    {u"--slots"_s, u"1"_s, u"65536"_s, {u"0"_s, u"65537"_s}, true, u"simulate"_s},
    {u"--ttft-ms"_s, u"0"_s, u"3600000"_s, {u"3600001"_s}, false, u"simulate"_s},
};

QStringList commandLine(const Number &number, const QString &value)
{
    QStringList command{number.command};
    if (number.command == u"bench")
        command += {u"--endpoint"_s, u"http://127.0.0.1:9"_s, u"--concurrency"_s, u"1"_s};
    // An unset variable of a script is an argument of its own.
    return command + (value.isEmpty() ? QStringList{number.option, value} : QStringList{number.option + u'=' + value});
}

} // namespace

/// Numbers on the command line: what is none, or beyond its range, is named with the range, and nothing is begun.
class TestBadNumbers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areRefused_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("alsoWhole"); // no number for the options that take fractions either
        const auto row = [](const QString &value, bool noNumber = true) {
            QTest::newRow(qPrintable(value.left(30))) << value << noNumber;
        };
        for (const QString &value : {u""_s, u" "_s, u"x"_s, u"12x"_s, u"-1"_s, u"-0.5"_s, u"+5"_s, u"1e3"_s, u"0x10"_s,
                 u"1,000"_s, u"1 000"_s, u"nan"_s, u"inf"_s, u"-inf"_s, u"1e400"_s, u"\u0661"_s,
                 u"99999999999999999999"_s, QString(30, u'1'), QString(1000, u'9')})
            row(value);
        row(u"1.5"_s, false);
    }

    void areRefused()
    {
        QFETCH(QString, value);
        QFETCH(bool, alsoWhole);
        for (const Number &number : numbers) {
            if (number.whole || alsoWhole)
                checkRefused(number, value);
        }
    }

    void beyondTheirRangeAreRefused()
    {
        for (const Number &number : numbers) {
            for (const QString &value : number.beyond)
                checkRefused(number, value);
        }
    }

    void atTheEndsOfTheirRangeAreTaken()
    {
        // Nothing listens there: the option was read, and the connection test went on from it.
        for (const Number &number : numbers) {
            if (number.command != u"bench")
                continue; // the others would do what they are for
            for (const QString &value : {number.lowest, number.highest}) {
                const CliOutcome outcome = runCli(commandLine(number, value));
                QVERIFY2(outcome.exitCode == 3, qPrintable(number.option + u' ' + value + u": "_s + outcome.err));
            }
        }
    }

private:
    static void checkRefused(const Number &number, const QString &value)
    {
        const CliOutcome outcome = runCli(commandLine(number, value));
        const QString about = number.command + u' ' + number.option + u' ' + value.left(40) + u": "_s + outcome.err;
        QVERIFY2(outcome.exitCode == 2, qPrintable(about));
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.count(u'\n') == 1, qPrintable(about));
        for (const QString &word : {number.option, number.lowest, number.highest})
            QVERIFY2(outcome.err.contains(word), qPrintable(about));
        QVERIFY2(outcome.err.contains(value.left(30)), qPrintable(about));
    }
};

QTEST_GUILESS_MAIN(TestBadNumbers)
#include "tst_badnumbers.moc"
