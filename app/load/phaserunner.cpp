// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/phaserunner.h"

#include "app/endpoint/connectgate.h"
#include "models/load/judge.h"

#include <QThread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <utility>

namespace streamgauge {

namespace {

constexpr int mostWorkers = 4;

int connectPlaces(const WorkerSetup &worker)
{
    return worker.address.isLoopback() ? ConnectGate::placesOnLoopback : ConnectGate::placesElsewhere;
}

RequestRecord recordOf(RequestEnded &ended)
{
    const qint64 setUpNs = std::max<qint64>(ended.facts.connectNs, 0);
    RequestRecord record = judgeLoadRequest(ended.number, std::move(ended.facts));
    // After a second dispatch the first one's time would stand in the delay.
    if (record.dispatchNs >= 0 && record.attempts == 1)
        record.dispatchDelayNs = std::max<qint64>(0, record.dispatchNs - ended.freeNs - setUpNs);
    return record;
}

} // namespace

int PhaseRunner::usualWorkers()
{
    return std::clamp(QThread::idealThreadCount() - 1, 1, mostWorkers);
}

PhaseRunner::PhaseRunner(Setup setup, QObject *parent)
    : QObject(parent)
    , m_gate(std::make_unique<ConnectGate>(connectPlaces(setup.worker)))
    , m_bodies(std::make_unique<BodyBuilder>(std::move(setup.build)))
    , m_setup(std::move(setup.worker))
    , m_seeEnded(std::move(setup.seeEnded))
{
    m_setup.bodies = m_bodies.get();
    m_setup.gate = m_gate.get();
    m_reports.setBell([this] { QMetaObject::invokeMethod(this, "takeReports", Qt::QueuedConnection); });
    for (int i = 0; i < setup.workers; ++i)
        m_workers.push_back(std::make_unique<WorkerThread>(i, m_setup, m_reports));
}

PhaseRunner::~PhaseRunner()
{
    // The builder's bells ring in the workers, so its thread ends first.
    m_bodies->close();
    m_workers.clear();
}

void PhaseRunner::start(int concurrency, int requests)
{
    Q_ASSERT(!running() && concurrency > 0 && requests > 0);
    m_counters = std::make_shared<PhaseCounters>();
    m_level = {};
    m_level.concurrency = concurrency;
    m_level.requests.reserve(static_cast<size_t>(requests));
    m_client = {};
    m_filled = false;
    m_stopping = false;
    m_workersReady = 0;
    const int workers = static_cast<int>(m_workers.size());
    m_workersUsed = m_workersLeft = std::min(workers, concurrency);
    m_bodies->begin(static_cast<quint64>(requests), concurrency,
        [this] { QMetaObject::invokeMethod(this, "bodiesFilled", Qt::QueuedConnection); });
    for (int i = 0; i < m_workersUsed; ++i) {
        const int share = concurrency / workers + (i < concurrency % workers ? 1 : 0);
        m_workers[static_cast<size_t>(i)]->give(PreparePhase{share, m_counters});
    }
}

void PhaseRunner::stop()
{
    if (!running() || std::exchange(m_stopping, true))
        return;
    m_bodies->drop();
    for (int i = 0; i < m_workersUsed; ++i)
        m_workers[static_cast<size_t>(i)]->give(StopPhase{});
}

void PhaseRunner::useAddress(const QHostAddress &address)
{
    for (const auto &worker : m_workers)
        worker->give(UseAddress{address});
}

int PhaseRunner::inFlight() const
{
    return m_counters ? m_counters->streams().open() : 0;
}

qint64 PhaseRunner::firstDispatchNs() const
{
    return m_counters ? m_counters->firstDispatchNs() : -1;
}

ClientLateness PhaseRunner::clientSoFar() const
{
    ClientLateness late = m_client.lateness();
    late.suspended = static_cast<double>(suspendedNs().value_or(0));
    return late;
}

/// Since the phase's go.
std::optional<qint64> PhaseRunner::suspendedNs() const
{
    const std::optional<qint64> now = m_setup.clock->suspendedNs();
    if (!now || !m_suspendedAtGoNs)
        return std::nullopt;
    // Two clocks are read one after the other: so short a difference is the reading's.
    constexpr qint64 shortest = 1'000'000;
    const qint64 sinceNs = *now - *m_suspendedAtGoNs;
    return sinceNs < shortest ? 0 : sinceNs;
}

void PhaseRunner::bodiesFilled()
{
    m_filled = true;
    startWhenReady();
}

void PhaseRunner::take(WorkerReady)
{
    ++m_workersReady;
    startWhenReady();
}

void PhaseRunner::startWhenReady()
{
    if (!m_filled || m_workersReady < m_workersUsed || m_stopping)
        return;
    m_suspendedAtGoNs = m_setup.clock->suspendedNs();
    const qint64 goNs = m_setup.clock->nowNs();
    for (int i = 0; i < m_workersUsed; ++i)
        m_workers[static_cast<size_t>(i)]->give(StartPhase{goNs});
    Q_EMIT phaseStarted();
}

void PhaseRunner::takeReports()
{
    for (WorkerReport &report : m_reports.takeAll())
        std::visit([this](auto &value) { take(std::move(value)); }, report);
}

void PhaseRunner::take(const WorkerProgress &progress)
{
    m_client.add(progress.client);
    if (!progress.chunks.empty())
        Q_EMIT chunksArrived(progress.chunks);
}

void PhaseRunner::take(RequestEnded ended)
{
    if (m_seeEnded)
        m_seeEnded(ended);
    RequestRecord record = recordOf(ended);
    m_client.addDispatchDelay(record.dispatchDelayNs);
    m_texts.share(record);
    m_level.requests.push_back(std::move(record));
    Q_EMIT requestEnded(ended.slotNs, ended.turnWaitNs, ended.chunksTold);
}

void PhaseRunner::take(WorkerDone done)
{
    m_client.add(done.client);
    if (done.rampNs)
        m_client.addRamp(*done.rampNs);
    if (--m_workersLeft == 0)
        Q_EMIT phaseEnded();
}

LoadLevel PhaseRunner::takeLevel()
{
    // What thousands of streams held goes back to the system before their level is computed with.
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
    LoadLevel level = std::exchange(m_level, {});
    std::ranges::sort(level.requests, {}, &RequestRecord::index);
    level.client = evidenceOf(level.requests);
    level.client.peakInFlight = m_counters ? m_counters->streams().peak() : 0;
    level.client.suspendedNs = suspendedNs();
    m_client.fill(level.client);
    return level;
}

} // namespace streamgauge
