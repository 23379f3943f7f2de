// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/clientgatherer.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 ms = 1000 * us;

bool near(double value, double wanted)
{
    return std::abs(value - wanted) <= 0.01 * wanted;
}

} // namespace

class TestClientGatherer final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsUpWorkersAndTime()
    {
        ClientGatherer gatherer;
        gatherer.add({.worker = 0,
            .loopLagsNs = {1 * ms, 2 * ms},
            .readLags = {.lagsNs = {10 * us, 30 * us}, .dropped = 1, .unstamped = 4},
            .startBurstLagNs = 5 * ms,
            .cpuShare = 0.25});
        // Busy at the start only: what counts is the phase as a whole.
        gatherer.add({.worker = 1, .loopLagsNs = {}, .readLags = {}, .startBurstLagNs = 0, .cpuShare = 1});
        gatherer.add({.worker = 1,
            .loopLagsNs = {3 * ms},
            .readLags = {.lagsNs = {20 * us}, .dropped = 2, .unstamped = 0},
            .startBurstLagNs = 4 * ms,
            .cpuShare = 0.5});
        gatherer.addDispatchDelay(70 * us);
        gatherer.addDispatchDelay(-1);
        gatherer.addRamp(3 * ms);
        gatherer.addRamp(2 * ms);

        ClientEvidence client;
        client.connects = 3;
        gatherer.fill(client);
        QCOMPARE(client.connects, 3);
        QCOMPARE(client.eventLoopLag.n, 3);
        QCOMPARE(client.eventLoopLag.p50, 2e6);
        QCOMPARE(client.eventLoopLag.max, 3e6);
        QCOMPARE(client.dispatchDelay.n, 1);
        QCOMPARE(client.cpuShare, 0.5);
        QCOMPARE(client.startRampNs, 3 * ms);
        QCOMPARE(client.startBurstLagNs, 5 * ms);
        QCOMPARE(client.readLag.has_value(), ReceiveTimes::available());
        if (!client.readLag)
            return;
        QCOMPARE(client.readLag->lag.n, 3);
        QCOMPARE(client.readLag->lag.p50, 20e3);
        QCOMPARE(client.readLag->lag.max, 30e3);
        QCOMPARE(client.readLag->dropped, 3);
    }

    void knowsWhenTheKernelTellsNothing()
    {
        ClientGatherer gatherer;
        gatherer.add({.worker = 0, .loopLagsNs = {}, .readLags = {.lagsNs = {}, .dropped = 0, .unstamped = 9}});
        ClientEvidence client;
        gatherer.fill(client);
        QVERIFY(!client.readLag);
        QVERIFY(!gatherer.lateness().readLag);
        QVERIFY(!client.startRampNs);
    }

    /// Until a p99 stands, the worst is shown.
    void showsTheWorstUntilAP99Stands()
    {
        ClientGatherer gatherer;
        gatherer.addDispatchDelay(7 * ms);
        QVERIFY(near(gatherer.lateness().dispatchDelay.ns, 7e6));
        QCOMPARE(gatherer.lateness().dispatchDelay.statistic, u"max"_s);
        for (int i = 0; i < 400; ++i)
            gatherer.addDispatchDelay(1 * ms);
        QVERIFY(near(gatherer.lateness().dispatchDelay.ns, 1e6));
        QCOMPARE(gatherer.lateness().dispatchDelay.statistic, u"p99"_s);
    }

    void thinsVeryManyLagsEvenly()
    {
        ClientGatherer gatherer;
        constexpr qint64 count = 5 * qint64(ClientGatherer::mostLags);
        ClientSamples samples;
        for (qint64 i = 0; i < count; ++i) {
            samples.loopLagsNs.push_back(i);
            if (samples.loopLagsNs.size() == 4096) {
                gatherer.add(samples);
                samples.loopLagsNs.clear();
            }
        }
        gatherer.add({.worker = 0, .loopLagsNs = {count * 10}, .readLags = {}});
        ClientEvidence client;
        gatherer.fill(client);
        QVERIFY(size_t(client.eventLoopLag.n) <= ClientGatherer::mostLags);
        QVERIFY(size_t(client.eventLoopLag.n) >= ClientGatherer::mostLags / 2);
        QVERIFY(near(*client.eventLoopLag.p50, 0.5 * double(count)));
        QVERIFY(near(*client.eventLoopLag.p99, 0.99 * double(count)));
        QCOMPARE(client.eventLoopLag.max, double(count) * 10); // though it was not kept
    }
};

QTEST_GUILESS_MAIN(TestClientGatherer)
#include "tst_clientgatherer.moc"
