// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/faultylevel.h"
#include "tests/servers/faults.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

using Fault = FaultyLevel::Fault;
using Kind = std::optional<ErrorKind>;

} // namespace

/// What a level makes of servers that break off, send what is no answer, or send without end.
class TestStreamFaults final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsAsItShould_data();
    void endsAsItShould();
    void takesLittleMemory_data();
    void takesLittleMemory();
    void staleBytesAreNoAnswer();
};

void TestStreamFaults::endsAsItShould_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<bool>("ownConnections");
    QTest::addColumn<Outcome>("how");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, Fault fault, Outcome how, Kind kind, const QString &words) {
        QTest::addRow("%s, own connections", name) << fault << true << how << kind << words;
        QTest::addRow("%s, kept connections", name) << fault << false << how << kind << words;
    };
    using enum ErrorKind;
    row("reset before the answer", &faults::resetBeforeAnswer, Outcome::Failed, Connection, u"without an answer"_s);
    row("reset in the stream", &faults::resetMidStream, Outcome::Failed, EndedEarly, u"after 2 content chunks"_s);
    row("half close before the answer", &faults::halfCloseBeforeAnswer, Outcome::Failed, Connection,
        u"without an answer"_s);
    row("half close in the stream", &faults::halfCloseMidStream, Outcome::Failed, EndedEarly,
        u"after 2 content chunks"_s);
    row("garbage after [DONE]", &faults::garbageAfterDone, Outcome::Succeeded, {}, u" 2 chunks"_s);
    row("no end after [DONE]", &faults::endlessAfterDone, Outcome::Succeeded, {}, u" 2 chunks"_s);
    row("endless answer", &faults::endlessAnswer, Outcome::Failed, MalformedStream, u"65,536 content chunks"_s);
    row("endless error", &faults::endlessErrorBody, Outcome::Failed, HttpStatus, u"broken broken"_s);
    row("endless head", &faults::endlessHead, Outcome::Failed, MalformedStream, u"256 KiB of header"_s);
    row("endless header line", &faults::endlessHeadLine, Outcome::Failed, MalformedStream,
        u"header line that does not end"_s);
    row("endless interim answers", &faults::endlessInterimAnswers, Outcome::Failed, MalformedStream,
        u"256 KiB of header"_s);
    row("interim answers first", &faults::interimAnswersFirst, Outcome::Succeeded, {}, u" 2 chunks"_s);
    row("close with notice", &faults::closeWithNotice, Outcome::Succeeded, {}, u" 2 chunks"_s);
    row("close without notice", &faults::closeWithoutNotice, Outcome::Succeeded, {}, u" 2 chunks"_s);
}

void TestStreamFaults::endsAsItShould()
{
    QFETCH(Fault, fault);
    QFETCH(bool, ownConnections);
    QFETCH(Outcome, how);
    QFETCH(Kind, kind);
    QFETCH(QString, words);
    FaultyLevel level;
    level.strikeWith(fault);
    level.ownConnections = ownConnections;
    const FaultyLevel::Outcome outcome = level.run();
    level.checkHealthy(outcome);
    for (const auto &[number, met] : level.faults)
        FaultyLevel::checkStruck(outcome, number, how, kind, words);
    QVERIFY2(outcome.peakMiB < 32, qPrintable(QString::number(outcome.peakMiB)));
}

void TestStreamFaults::takesLittleMemory_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QString>("words");
    QTest::newRow("a line of 1 GiB") << Fault(&faults::hugeLine) << u"longer than 16 MiB"_s;
    QTest::newRow("1 GiB in 1 MiB of gzip") << Fault(&faults::gzipBomb) << u"swells beyond all measure"_s;
    QTest::newRow("1 GiB of comments in gzip") << Fault(&faults::gzipBombOfComments) << u"swells beyond all measure"_s;
}

void TestStreamFaults::takesLittleMemory()
{
    QFETCH(Fault, fault);
    QFETCH(QString, words);
    FaultyLevel level;
    level.faults[1] = fault;
    const FaultyLevel::Outcome outcome = level.run();
    level.checkHealthy(outcome);
    FaultyLevel::checkStruck(outcome, 1, Outcome::Failed, ErrorKind::MalformedStream, words);
    QVERIFY2(outcome.peakMiB < 64, qPrintable(QString::number(outcome.peakMiB)));
}

void TestStreamFaults::staleBytesAreNoAnswer()
{
    // They lie on the kept connection before the next request is sent, and would pass for its answer.
    FaultyLevel level;
    level.strikeWith(&faults::garbageAfterBody);
    level.ownConnections = false;
    level.concurrency = 1;
    const FaultyLevel::Outcome outcome = level.run();
    level.checkHealthy(outcome);
}

QTEST_GUILESS_MAIN(TestStreamFaults)
#include "tst_streamfaults.moc"
