// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/loadworker.h"

#include "app/load/bodybuilder.h"
#include "app/load/requestslot.h"

#include <ctime>

namespace streamgauge {

namespace {

constexpr qint64 beatNs = 10'000'000;
constexpr int openingLimitMs = 2000;
constexpr int progressMs = 100;

qint64 threadCpuNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

LoadWorker::LoadWorker(int number, const WorkerSetup &setup, Handover<WorkerCommand> &commands,
    Handover<WorkerReport> &reports, QEventLoop &loop)
    : m_number(number)
    , m_setup(setup)
    , m_commands(commands)
    , m_reports(reports)
    , m_loop(loop)
    , m_curl(*setup.clock)
    , m_starts(*setup.clock, [this](size_t slot, qint64 freeNs) { return startSlot(slot, freeNs); })
{
    m_curl.setTurnEnd([this](qint64 turnNs) { return m_starts.run(m_curl.takeLongestLag(), turnNs); });
    m_openingLimit.setSingleShot(true);
    connect(&m_openingLimit, &QTimer::timeout, this, [this] {
        for (size_t i = 0; i < m_active; ++i)
            m_slots[i]->giveUpOpening();
    });
    m_progress.setInterval(progressMs);
    connect(&m_progress, &QTimer::timeout, this, &LoadWorker::tellProgress);
}

LoadWorker::~LoadWorker() = default;

void LoadWorker::takeCommands()
{
    for (const WorkerCommand &command : m_commands.takeAll())
        std::visit([this](const auto &order) { obey(order); }, command);
}

void LoadWorker::obey(const PreparePhase &prepare)
{
    m_counters = prepare.counters;
    m_active = static_cast<size_t>(prepare.slotCount);
    m_running = m_active;
    m_started = false;
    m_stopping = false;
    growTo(m_active);
    if (m_setup.ownConnections)
        m_reports.give(WorkerReady{});
    else
        openSlots();
}

void LoadWorker::growTo(size_t slotCount)
{
    while (m_slots.size() < slotCount) {
        auto slot = std::make_unique<RequestSlot>(m_curl, m_setup, m_reports);
        RequestSlot *raw = slot.get();
        connect(raw, &RequestSlot::opened, this, &LoadWorker::slotOpened);
        connect(raw, &RequestSlot::freed, this, [this, number = m_slots.size()](qint64 freeNs) {
            if (m_starts.add(number, freeNs))
                m_curl.wantTurn();
        });
        m_slots.push_back(std::move(slot));
    }
}

void LoadWorker::openSlots()
{
    m_opening = m_active;
    m_openingLimit.start(openingLimitMs);
    for (size_t i = 0; i < m_active; ++i)
        m_slots[i]->open();
}

void LoadWorker::slotOpened()
{
    if (--m_opening > 0)
        return;
    m_openingLimit.stop();
    if (!m_stopping)
        m_reports.give(WorkerReady{});
}

void LoadWorker::obey(const StartPhase &start)
{
    if (m_stopping)
        return;
    m_started = true;
    m_startNs = m_setup.clock->nowNs();
    m_startCpuNs = threadCpuNs();
    (void)m_curl.takeReadLags(); // of opening the connections, and of the phase before
    m_curl.setStreamCount({m_counters, &m_counters->streams()});
    m_curl.setBeat(beatNs);
    m_progress.start();
    m_starts.begin(start.goNs);
    for (size_t i = 0; i < m_active; ++i)
        m_starts.addFirst(i);
    m_curl.wantTurn();
}

StartQueue::Outcome LoadWorker::startSlot(size_t slot, qint64 freeNs)
{
    if (m_stopping) {
        slotFinished();
        return StartQueue::Outcome::Finished;
    }
    auto [body, noMore] =
        m_setup.bodies->take([this] { QMetaObject::invokeMethod(this, "bodyCame", Qt::QueuedConnection); });
    if (body) {
        m_slots[slot]->send(std::move(*body), freeNs, m_counters);
        return StartQueue::Outcome::Started;
    }
    if (!noMore)
        return StartQueue::Outcome::NoBody;
    slotFinished();
    return StartQueue::Outcome::Finished;
}

void LoadWorker::bodyCame()
{
    m_starts.bodyCame();
    m_curl.wantTurn();
}

void LoadWorker::slotFinished()
{
    if (--m_running == 0)
        reportDone();
}

void LoadWorker::tellProgress()
{
    WorkerProgress progress;
    for (size_t i = 0; i < m_active; ++i)
        m_slots[i]->tellNewChunks(progress.chunks);
    progress.client = takeSamples();
    m_reports.give(std::move(progress));
}

ClientSamples LoadWorker::takeSamples()
{
    ClientSamples samples;
    samples.worker = m_number;
    samples.loopLagsNs = m_curl.takeBeatLags();
    samples.readLags = m_curl.takeReadLags();
    if (!m_started)
        return samples;
    samples.startBurstLagNs = m_starts.burstLagNs();
    const qint64 wallNs = m_setup.clock->nowNs() - m_startNs;
    if (wallNs > 0)
        samples.cpuShare = static_cast<double>(threadCpuNs() - m_startCpuNs) / static_cast<double>(wallNs);
    return samples;
}

void LoadWorker::reportDone()
{
    m_progress.stop();
    WorkerDone done;
    done.client = takeSamples();
    if (m_started)
        done.rampNs = m_starts.rampNs();
    m_curl.setBeat(0);
    m_curl.setStreamCount(nullptr);
    m_started = false;
    m_active = 0;
    m_reports.give(std::move(done));
}

void LoadWorker::obey(const StopPhase &)
{
    if (m_active == 0 || m_stopping)
        return;
    m_stopping = true;
    m_openingLimit.stop();
    if (!m_started) {
        for (size_t i = 0; i < m_active; ++i)
            m_slots[i]->giveUpOpening();
        m_running = 0;
        reportDone();
        return;
    }
    m_starts.runAll();
    const size_t active = m_active;
    for (size_t i = 0; i < active; ++i)
        m_slots[i]->cancel();
}

void LoadWorker::obey(const UseAddress &use)
{
    for (const auto &slot : m_slots)
        slot->useAddress(use.address);
}

void LoadWorker::obey(const QuitWorker &)
{
    m_loop.quit();
}

} // namespace streamgauge
