// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/connectgate.h"

#include <QObject>
#include <QTest>
#include <QThread>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

using namespace streamgauge;

class TestConnectGate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void letsInAsManyAsItHasPlaces();
    void servesInOrder();
    void cancelledTicketIsPassedOver();
    void ticketCancelledAfterGrantGivesThePlaceBack();
    void waitersGoFirst();
    void turnOutlivesGate();
    void holdsTheLimitAcrossThreads();
};

void TestConnectGate::letsInAsManyAsItHasPlaces()
{
    ConnectGate gate(2);
    ConnectGate::Turn first = gate.tryEnter();
    ConnectGate::Turn second = gate.tryEnter();
    QVERIFY(first.held() && second.held());
    QVERIFY(!gate.tryEnter().held());
    first.release();
    QVERIFY(!first.held());
    first.release();
    QVERIFY(gate.tryEnter().held());
    ConnectGate::Turn moved = std::move(second);
    QVERIFY(moved.held());
    QVERIFY(!second.held());
}

void TestConnectGate::servesInOrder()
{
    ConnectGate gate(1);
    std::optional<ConnectGate::Turn> place = gate.tryEnter();
    std::vector<int> order;
    std::vector<ConnectGate::Ticket> tickets;
    for (int i = 0; i < 5; ++i)
        tickets.push_back(gate.request(this, [&order, i](ConnectGate::Turn) { order.push_back(i); }));
    QCoreApplication::processEvents();
    QVERIFY(order.empty());
    QVERIFY(tickets[0].waiting());
    place.reset();
    QTRY_COMPARE(order, (std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(!tickets[0].waiting());
}

void TestConnectGate::cancelledTicketIsPassedOver()
{
    ConnectGate gate(1);
    std::optional<ConnectGate::Turn> place = gate.tryEnter();
    std::vector<int> order;
    ConnectGate::Ticket first = gate.request(this, [&](ConnectGate::Turn) { order.push_back(1); });
    ConnectGate::Ticket second = gate.request(this, [&](ConnectGate::Turn) { order.push_back(2); });
    first.cancel();
    place.reset();
    QTRY_COMPARE(order, std::vector<int>{2});
}

void TestConnectGate::ticketCancelledAfterGrantGivesThePlaceBack()
{
    ConnectGate gate(1);
    bool called = false;
    {
        // The place is his already; the call is on its way.
        const ConnectGate::Ticket ticket = gate.request(this, [&](ConnectGate::Turn) { called = true; });
        QVERIFY(!gate.tryEnter().held());
    }
    QVERIFY(gate.tryEnter().held());
    QCoreApplication::processEvents();
    QVERIFY(!called);
}

void TestConnectGate::waitersGoFirst()
{
    ConnectGate gate(1);
    std::optional<ConnectGate::Turn> place = gate.tryEnter();
    std::optional<ConnectGate::Turn> granted;
    const ConnectGate::Ticket ticket =
        gate.request(this, [&](ConnectGate::Turn turn) { granted.emplace(std::move(turn)); });
    place.reset();
    QVERIFY(!gate.tryEnter().held());
    QTRY_VERIFY(granted.has_value());
    QVERIFY(granted->held());
    granted.reset();
    QVERIFY(gate.tryEnter().held());
}

void TestConnectGate::turnOutlivesGate()
{
    std::optional<ConnectGate> gate(std::in_place, 1);
    ConnectGate::Turn turn = gate->tryEnter();
    const ConnectGate::Ticket ticket = gate->request(this, [](ConnectGate::Turn) {});
    gate.reset();
    turn.release();
    QTRY_VERIFY(!ticket.waiting());
}

void TestConnectGate::holdsTheLimitAcrossThreads()
{
    constexpr int threads = 4;
    constexpr int perThread = 200;
    ConnectGate gate(3);
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    std::atomic<int> served = 0;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            QEventLoop loop;
            QObject context;
            std::vector<ConnectGate::Ticket> tickets;
            int left = perThread;
            for (int n = 0; n < perThread; ++n) {
                tickets.push_back(gate.request(&context, [&](ConnectGate::Turn turn) {
                    const int now = ++inside;
                    int before = most;
                    while (before < now && !most.compare_exchange_weak(before, now)) { }
                    std::this_thread::yield();
                    --inside;
                    turn.release();
                    ++served;
                    if (--left == 0)
                        loop.quit();
                }));
            }
            loop.exec();
        });
    }
    for (std::thread &worker : workers)
        worker.join();
    QCOMPARE(served, threads * perThread);
    QVERIFY(most >= 1 && most <= 3);
}

QTEST_GUILESS_MAIN(TestConnectGate)
#include "tst_connectgate.moc"
