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

LoadWorker::LoadWorker(
    const WorkerSetup &setup, Handover<WorkerCommand> &commands, Handover<WorkerReport> &reports, QEventLoop &loop)
    : m_setup(setup)
    , m_commands(commands)
    , m_reports(reports)
    , m_loop(loop)
    , m_curl(*setup.clock)
{
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
        connect(raw, &RequestSlot::freed, this, [this, raw](qint64 freeNs) { feed(*raw, freeNs); });
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
    m_curl.setBeat(beatNs);
    m_progress.start();
    for (size_t i = 0; i < m_active; ++i)
        feed(*m_slots[i], start.goNs);
}

void LoadWorker::feed(RequestSlot &slot, qint64 freeNs)
{
    // Who has waited longer is served first.
    const bool othersFirst = !m_hungry.empty() && !m_stopping;
    if (othersFirst || !feedNow(slot, freeNs))
        m_hungry.push_back({&slot, freeNs});
}

/// False when a body is still being built; its bell then rings through the event loop.
bool LoadWorker::feedNow(RequestSlot &slot, qint64 freeNs)
{
    if (m_stopping) {
        slotFinished();
        return true;
    }
    auto [body, noMore] =
        m_setup.bodies->take([this] { QMetaObject::invokeMethod(this, "feedHungry", Qt::QueuedConnection); });
    if (body)
        slot.send(std::move(*body), freeNs, m_counters);
    else if (noMore)
        slotFinished();
    return body || noMore;
}

void LoadWorker::feedHungry()
{
    while (!m_hungry.empty()) {
        const Hungry next = m_hungry.front();
        if (!feedNow(*next.slot, next.freeNs))
            return;
        m_hungry.pop_front();
    }
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
    if (!progress.chunks.empty())
        m_reports.give(std::move(progress));
}

void LoadWorker::reportDone()
{
    m_progress.stop();
    const qint64 wallNs = m_setup.clock->nowNs() - m_startNs;
    WorkerDone done;
    if (m_started && wallNs > 0)
        done.cpuShare = static_cast<double>(threadCpuNs() - m_startCpuNs) / static_cast<double>(wallNs);
    done.loopLagsNs = m_curl.takeBeatLags();
    m_curl.setBeat(0);
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
    feedHungry();
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
