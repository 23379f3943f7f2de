// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentload.h"
#include "models/core/clock.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 60'000;

/// An endpoint that stamps its chunks, says that it sent so many and leaves some of them out.
ServerScript stamped(const ServerRequest &request, int leftOut)
{
    const int tokens = static_cast<int>(ScriptedEndpoint::parsed(request)[u"max_tokens"].toInteger());
    const qint64 now = SteadyClock::instance().nowNs();
    const QByteArray stamps =
        ",\"sim_due_ns\":" + QByteArray::number(now) + ",\"sim_sent_ns\":" + QByteArray::number(now) + "}";
    QByteArray events;
    for (int i = leftOut; i < tokens; ++i)
        events += ScriptedEndpoint::event(R"({"choices":[{"index":0,"delta":{"content":" word"}}])" + stamps);
    events += ScriptedEndpoint::event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"length"}])" + stamps);
    events += ScriptedEndpoint::event(
        R"({"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":)" + QByteArray::number(tokens) + "}" + stamps);
    return ServerScript().send(streamHead() + httpChunk(events + "data: [DONE]\n\n") + lastHttpChunk);
}

InstrumentSetup small()
{
    InstrumentSetup setup;
    setup.concurrency = 4;
    setup.intervalMs = 10;
    setup.loadS = 0.6;
    return setup;
}

InstrumentCheck measure(const LoopbackServer &server, const InstrumentSetup &setup)
{
    InstrumentLoad load(settingsFor(server).address, setup);
    QSignalSpy started(&load, &InstrumentLoad::started);
    QSignalSpy ended(&load, &InstrumentLoad::ended);
    load.start();
    if (!ended.wait(patienceMs) || started.size() != 1)
        qFatal("the load does not run");
    InstrumentCheck check;
    check.concurrency = setup.concurrency;
    load.tell(check);
    return check;
}

} // namespace

/// The check's streams against servers that can be told what to do.
class TestInstrumentLoad final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void losesNothingOfWhatIsSent()
    {
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &request) { return stamped(request, 0); };
        const LoopbackServer server(endpoint.function());
        const InstrumentCheck check = measure(server, small());
        QCOMPARE(check.streams, 12);
        QCOMPARE(check.failed, 0);
        QCOMPARE(check.lost, 0);
        qint64 asked = 0;
        for (quint64 number = 0; number < 12; ++number)
            asked += InstrumentLoad::tokensOf(small(), number);
        QCOMPARE(check.chunks, asked);
        QCOMPARE(check.lateness.n + check.startLateness.n, asked);
        QCOMPARE(check.dispatchDelay.n, 12);
        QVERIFY(check.cpuUsPerChunk && *check.cpuUsPerChunk > 0);
        QVERIFY(check.durationS > 0);
    }

    void findsALostChunk()
    {
        ScriptedEndpoint endpoint;
        std::atomic<int> answers = 0;
        endpoint.chat = [&answers](const ServerRequest &request) { return stamped(request, answers++ == 5 ? 1 : 0); };
        const LoopbackServer server(endpoint.function());
        const InstrumentCheck check = measure(server, small());
        QCOMPARE(check.lost, 1);
        QCOMPARE(judgeInstrument(check), InstrumentVerdict::ChunksLost);
    }

    void findsAFailedStream()
    {
        ScriptedEndpoint endpoint;
        std::atomic<int> answers = 0;
        endpoint.chat = [&answers](const ServerRequest &request) {
            return answers++ == 3 ? whole(500, "{}") : stamped(request, 0);
        };
        const LoopbackServer server(endpoint.function());
        const InstrumentCheck check = measure(server, small());
        QCOMPARE(check.failed, 1);
        QCOMPARE(check.streams, 12);
        QCOMPARE(judgeInstrument(check), InstrumentVerdict::ChunksLost);
    }

    void cutsWhatDoesNotEnd()
    {
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &) { return ServerScript().send(streamHead()).silence(); };
        const LoopbackServer server(endpoint.function());
        const InstrumentCheck check = measure(server, small());
        QCOMPARE(check.cut, 4);
        QCOMPARE(check.failed, 0);
        QCOMPARE(check.chunks, 0);
        QVERIFY(!check.cpuUsPerChunk && !check.chunksPerRead);
    }

    void spreadsTheFirstLengths()
    {
        InstrumentSetup setup;
        setup.concurrency = 100;
        const int usual = InstrumentLoad::tokensOf(setup, 100);
        QCOMPARE(usual, 119); // a third of 7.5 s less the time to the first token, by 20 ms
        int shortest = usual;
        int longest = usual;
        for (quint64 number = 0; number < 100; ++number) {
            shortest = std::min(shortest, InstrumentLoad::tokensOf(setup, number));
            longest = std::max(longest, InstrumentLoad::tokensOf(setup, number));
        }
        QVERIFY(shortest >= 71 && shortest < 75 && longest > 160 && longest <= 167);
        setup.intervalMs = 1000;
        QVERIFY(InstrumentLoad::tokensOf(setup, 0) >= 1);
        setup.loadS = 0.1; // shorter than a first token takes
        QCOMPARE(InstrumentLoad::tokensOf(setup, 200), 1);
    }
};

QTEST_GUILESS_MAIN(TestInstrumentLoad)
#include "tst_instrumentload.moc"
