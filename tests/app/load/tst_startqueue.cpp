// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/startqueue.h"

#include <QTest>

#include <vector>

using namespace streamgauge;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 ms = 1000 * us;

class HandClock final : public Clock {
public:
    [[nodiscard]] qint64 nowNs() const override { return time; }
    qint64 time = 100 * ms;
};

} // namespace

/// Who is started when, and what is known of it afterwards. A start takes a tenth of a millisecond here.
class TestStartQueue final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = HandClock();
        m_started.clear();
        m_freeNs.clear();
        m_outcome = StartQueue::Outcome::Started;
        m_queue = std::make_unique<StartQueue>(m_clock, [this](size_t slot, qint64 freeNs) {
            if (m_outcome == StartQueue::Outcome::NoBody)
                return m_outcome;
            m_clock.time += 100 * us;
            m_started.push_back(slot);
            m_freeNs.push_back(freeNs);
            return m_outcome;
        });
        m_queue->begin(m_clock.time);
    }

    void startsABatchATurn()
    {
        addFirst(120);
        QVERIFY(m_started.empty());
        QVERIFY(m_queue->run(-1, 0));
        QCOMPARE(m_started.size(), size_t(50)); // 5 ms
        QVERIFY(!m_queue->rampNs());
        QVERIFY(m_queue->run(-1, 0));
        QVERIFY(!m_queue->run(-1, 0));
        QCOMPARE(m_started.size(), size_t(120));
        for (size_t i = 0; i < m_started.size(); ++i)
            QCOMPARE(m_started[i], i);
        QCOMPARE(m_queue->rampNs(), 119 * 100 * us);
        QVERIFY(!m_queue->run(-1, 0));
    }

    void startsForAsLongAsItRead()
    {
        addFirst(2000);
        QVERIFY(m_queue->run(-1, 20 * ms));
        QCOMPARE(m_started.size(), size_t(200));
        QVERIFY(m_queue->run(-1, 900 * ms));
        QCOMPARE(m_started.size(), size_t(700)); // but for 50 ms at most
    }

    void countsAFirstSlotAsFreeFromItsTurn()
    {
        addFirst(3);
        m_clock.time += 7 * ms;
        QVERIFY(!m_queue->run(-1, 0));
        const qint64 begin = 107 * ms;
        QCOMPARE(m_freeNs, (std::vector<qint64>{begin, begin + 100 * us, begin + 200 * us}));
        QCOMPARE(m_queue->rampNs(), 7 * ms + 200 * us);
    }

    void startsAFreeSlotAtOnce()
    {
        const qint64 freeNs = m_clock.time;
        m_clock.time += 5 * us;
        QVERIFY(!m_queue->add(7, freeNs));
        QCOMPARE(m_started, std::vector<size_t>{7});
        QCOMPARE(m_freeNs, std::vector<qint64>{freeNs});
    }

    void keepsTheRestOfMassEndingsForTheNextTurn()
    {
        for (size_t slot = 0; slot < 50; ++slot)
            QVERIFY(!m_queue->add(slot, m_clock.time));
        for (size_t slot = 50; slot < 100; ++slot)
            QVERIFY(m_queue->add(slot, m_clock.time));
        QCOMPARE(m_started.size(), size_t(50));
        QVERIFY(m_queue->run(0, 6 * ms)); // the batch has been had
        QCOMPARE(m_started.size(), size_t(50));
        QVERIFY(m_queue->add(100, m_clock.time)); // others wait
        QVERIFY(m_queue->run(0, 0));
        QCOMPARE(m_started.size(), size_t(100));
        QVERIFY(!m_queue->run(0, 0));
        QCOMPARE(m_started.back(), size_t(100));
        QVERIFY(!m_queue->rampNs()); // none of these is a first one
    }

    void waitsForBodiesWithoutTurning()
    {
        addFirst(2);
        m_outcome = StartQueue::Outcome::NoBody;
        const qint64 turn = m_clock.time;
        QVERIFY(!m_queue->run(-1, 0));
        m_clock.time += 30 * ms;
        m_outcome = StartQueue::Outcome::Started;
        QVERIFY(!m_queue->run(-1, 0)); // no body is asked for twice
        QVERIFY(m_started.empty());
        m_queue->bodyCame();
        QVERIFY(!m_queue->run(-1, 0));
        QCOMPARE(m_freeNs, (std::vector<qint64>{turn, turn + 30 * ms + 100 * us}));
        QCOMPARE(m_queue->rampNs(), 30 * ms + 100 * us);
    }

    void tellsTheLongestLagOfABurst()
    {
        QVERIFY(!m_queue->run(900 * ms, 0)); // no burst
        QVERIFY(!m_queue->add(99, m_clock.time));
        QVERIFY(!m_queue->run(800 * ms, 0)); // one start is none
        QCOMPARE(m_queue->burstLagNs(), 0);
        addFirst(120);
        QVERIFY(m_queue->run(700 * ms, 0)); // was before it
        QVERIFY(m_queue->run(30 * ms, 0));
        QVERIFY(!m_queue->run(-1, 0)); // nothing was seen
        QCOMPARE(m_queue->burstLagNs(), 30 * ms);
        QVERIFY(!m_queue->run(40 * ms, 0)); // what the last starts held up
        QCOMPARE(m_queue->burstLagNs(), 40 * ms);
        QVERIFY(!m_queue->run(600 * ms, 0));
        QCOMPARE(m_queue->burstLagNs(), 40 * ms);
        m_queue->begin(m_clock.time);
        QCOMPARE(m_queue->burstLagNs(), 0);
    }

    void endsAtOnceWhenStopped()
    {
        addFirst(200);
        QVERIFY(m_queue->run(-1, 0));
        m_outcome = StartQueue::Outcome::Finished;
        m_queue->runAll();
        QCOMPARE(m_started.size(), size_t(200));
        QCOMPARE(m_queue->rampNs(), 4900 * us); // of those that were started
    }

    void endsAtOnceWhenStoppedBeforeABodyCame()
    {
        addFirst(2);
        m_outcome = StartQueue::Outcome::NoBody;
        QVERIFY(!m_queue->run(-1, 0));
        m_outcome = StartQueue::Outcome::Finished;
        m_queue->runAll();
        QCOMPARE(m_started.size(), size_t(2));
        QVERIFY(!m_queue->rampNs());
    }

private:
    void addFirst(size_t slots)
    {
        for (size_t slot = 0; slot < slots; ++slot)
            m_queue->addFirst(slot);
    }

    HandClock m_clock;
    std::unique_ptr<StartQueue> m_queue;
    StartQueue::Outcome m_outcome = StartQueue::Outcome::Started;
    std::vector<size_t> m_started;
    std::vector<qint64> m_freeNs;
};

QTEST_GUILESS_MAIN(TestStartQueue)
#include "tst_startqueue.moc"
