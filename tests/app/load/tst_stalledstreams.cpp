// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/faultylevel.h"
#include "tests/servers/faults.h"
#include "tests/servers/fullbacklog.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

/// What a level makes of servers that say nothing, too little, or the same for ever: the time of a request ends it.
class TestStalledStreams final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesOut();
    void waitsForNoConnectionWithoutEnd();
};

void TestStalledStreams::timesOut()
{
    struct Stall {
        FaultyLevel::Fault fault;
        QString words;
    };
    const Stall stalls[] = {
        {&faults::stallBeforeHead, u"before an answer came"_s},
        {&faults::stallMidStream, u"after 2 content chunks"_s},
        {&faults::slowHead, u"before an answer came"_s},
        {&faults::slowBody, u"after 2 content chunks"_s},
        {&faults::keepAlivesOnly, u"before the answer had any content"_s},
        {&faults::absurdLength, u"after 1 content chunk"_s},
        {&faults::endlessForeignText, u"before the answer had any content"_s},
        {&faults::endlessChunkExtension, u"after 2 content chunks"_s},
    };
    FaultyLevel level;
    level.requests = 48;
    level.concurrency = 12;
    level.timeoutNs = 2'500'000'000;
    for (quint64 i = 0; i < std::size(stalls); ++i)
        level.faults[3 * i] = stalls[i].fault;
    const FaultyLevel::Outcome outcome = level.run();
    level.checkHealthy(outcome);
    for (quint64 i = 0; i < std::size(stalls); ++i)
        FaultyLevel::checkStruck(outcome, 3 * i, Outcome::TimedOut, ErrorKind::Timeout, stalls[i].words);
    QVERIFY2(outcome.peakMiB < 48, qPrintable(QString::number(outcome.peakMiB)));
}

void TestStalledStreams::waitsForNoConnectionWithoutEnd()
{
    // Eight may connect at a time; the others run out of time while they wait for their turn.
    const FullBacklog nobody;
    auto address = EndpointAddress::parse(u"http://127.0.0.1:%1"_s.arg(nobody.port()));
    PhaseRunner::Setup setup = phaseSetup({*address, {}, u"m"_s}, true);
    setup.worker.timeoutNs = 700'000'000;
    PhaseRunner runner(std::move(setup));
    FaultyLevel level;
    level.requests = 24;
    level.timeoutNs = 700'000'000;
    FaultyLevel::Outcome outcome;
    outcome.level = runPhase(runner, 12, level.requests);
    level.checkTotals(outcome);
    for (const RequestRecord &record : outcome.level.requests) {
        QCOMPARE(record.outcome, Outcome::TimedOut);
        QVERIFY2(record.error->message.contains(u"before a connection stood"_s), qPrintable(record.error->message));
        QVERIFY(record.dispatchNs < 0 && !record.latencyNs && record.attempts == 0);
    }
}

QTEST_GUILESS_MAIN(TestStalledStreams)
#include "tst_stalledstreams.moc"
