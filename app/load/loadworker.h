// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/curlloop.h"
#include "app/load/startqueue.h"
#include "app/load/workerport.h"
#include "app/threads/handover.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace streamgauge {

class RequestSlot;

/// The slots of one worker thread and the loop that drives them. Lives and dies in that thread; takes commands and
/// gives reports through handovers only.
class LoadWorker final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LoadWorker)

public:
    /// `number`: which one of the run. `loop` ends at QuitWorker.
    LoadWorker(int number, const WorkerSetup &setup, Handover<WorkerCommand> &commands, Handover<WorkerReport> &reports,
        QEventLoop &loop);
    ~LoadWorker() override;

    /// The bell of the commands.
    Q_INVOKABLE void takeCommands();
    /// The bell of the bodies: a slot may be waiting for one.
    Q_INVOKABLE void bodyCame();

private:
    void obey(const PreparePhase &prepare);
    void obey(const StartPhase &start);
    void obey(const StopPhase &);
    void obey(const UseAddress &use);
    void obey(const QuitWorker &);

    void growTo(size_t slotCount);
    void openSlots();
    void slotOpened();
    [[nodiscard]] StartQueue::Outcome startSlot(size_t slot, qint64 freeNs);
    void slotFinished();
    void tellProgress();
    [[nodiscard]] ClientSamples takeSamples();
    void reportDone();

    const int m_number;
    const WorkerSetup &m_setup;
    Handover<WorkerCommand> &m_commands;
    Handover<WorkerReport> &m_reports;
    QEventLoop &m_loop;
    CurlLoop m_curl;
    QTimer m_openingLimit;
    QTimer m_progress;
    std::vector<std::unique_ptr<RequestSlot>> m_slots;
    StartQueue m_starts;
    std::shared_ptr<PhaseCounters> m_counters;
    size_t m_active = 0; ///< slots of the phase
    size_t m_opening = 0; ///< of them, whose connection is not decided yet
    size_t m_running = 0; ///< of them, that have not finished
    bool m_started = false;
    bool m_stopping = false;
    qint64 m_startNs = 0;
    qint64 m_startCpuNs = 0;
};

} // namespace streamgauge
