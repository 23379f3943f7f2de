// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/faultylevel.h"

#include "tests/app/load/runfolder.h"
#include "tests/support/peakmemory.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

/// A busy machine may be late, a hung request never ends.
constexpr qint64 latenessNs = 10'000'000'000;

QString described(const RequestRecord &record)
{
    return u"request %1: outcome %2, %3 chunks, attempts %4, connects %5, %6"_s.arg(record.index)
        .arg(static_cast<int>(record.outcome))
        .arg(record.contentChunks)
        .arg(record.attempts)
        .arg(record.connects)
        .arg(record.error ? record.error->message : u"no error"_s);
}

bool allSane(const RequestRecord &record, qint64 timeoutNs)
{
    const qint64 longest = timeoutNs + latenessNs;
    for (const auto &time : {record.ttftNs, record.firstAnswerNs, record.lastDeltaNs, record.latencyNs}) {
        if (time && (*time < 0 || *time > longest))
            return false;
    }
    return std::ranges::none_of(record.itlNs.held(), [](qint64 gap) { return gap < 0; })
        && record.connectNs.value_or(0) >= 0 && record.dispatchDelayNs >= -1;
}

} // namespace

void FaultyLevel::strikeWith(Fault fault)
{
    for (const quint64 number : {1U, 5U, 9U, 13U})
        faults[number] = fault;
}

FaultyLevel::Outcome FaultyLevel::run() const
{
    const ScriptedEndpoint good;
    ScriptedEndpoint endpoint;
    endpoint.chat = [this, good](const ServerRequest &request) {
        const auto fault = faults.find(numberOf(ScriptedEndpoint::prompt(request)));
        return fault == faults.end() ? good.stream(request) : fault->second();
    };
    LoopbackServer loopback(endpoint.function(), server);
    PhaseRunner::Setup setup = phaseSetup(settingsFor(loopback, u"m"_s), ownConnections);
    setup.worker.timeoutNs = timeoutNs;
    PhaseRunner runner(std::move(setup));
    const PeakMemory memory;
    Outcome outcome;
    outcome.level = runPhase(runner, concurrency, requests);
    outcome.posts = loopback.posts();
    outcome.peakMiB = memory.growthMiB();
    return outcome;
}

void FaultyLevel::checkTotals(const Outcome &outcome) const
{
    const LoadLevel &level = outcome.level;
    QCOMPARE(level.requests.size(), static_cast<size_t>(requests));
    std::map<streamgauge::Outcome, int> ended;
    int dispatches = 0;
    for (size_t i = 0; i < level.requests.size(); ++i) {
        const RequestRecord &record = level.requests[i];
        QCOMPARE(record.index, quint64(i));
        QVERIFY2(allSane(record, timeoutNs), qPrintable(described(record)));
        QCOMPARE(record.error.has_value(), record.outcome != streamgauge::Outcome::Succeeded);
        ++ended[record.outcome];
        dispatches += record.attempts;
    }
    using enum streamgauge::Outcome;
    QCOMPARE(ended[Succeeded] + ended[Failed] + ended[TimedOut] + ended[Cancelled], requests);
    int errors = 0;
    for (const auto &[kind, count] : level.errorCounts())
        errors += count;
    QCOMPARE(errors, requests - ended[Succeeded]);
    QCOMPARE(outcome.posts, dispatches);
}

void FaultyLevel::checkHealthy(const Outcome &outcome) const
{
    checkTotals(outcome);
    for (const RequestRecord &record : outcome.level.requests) {
        if (faults.contains(record.index))
            continue;
        QVERIFY2(record.outcome == streamgauge::Outcome::Succeeded, qPrintable(described(record)));
        QCOMPARE(record.contentChunks, ScriptedEndpoint{}.tokens);
    }
}

void FaultyLevel::checkStruck(const Outcome &outcome, quint64 number, streamgauge::Outcome how,
    std::optional<ErrorKind> kind, const QString &words)
{
    const RequestRecord &record = outcome.level.requests[number];
    QVERIFY2(record.outcome == how, qPrintable(described(record)));
    QCOMPARE(record.error.has_value(), kind.has_value());
    if (kind)
        QCOMPARE(record.error->kind, *kind);
    QVERIFY2(described(record).contains(words), qPrintable(described(record)));
}

} // namespace streamgauge::test
