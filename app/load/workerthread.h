// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/workerport.h"
#include "app/threads/handover.h"
#include "app/threads/loopthread.h"

namespace streamgauge {

/// A worker and the thread that it lives in. The destructor quits it and waits.
class WorkerThread final {
public:
    /// `setup` and `reports` outlive this object.
    /// `number`: which one of the run.
    WorkerThread(int number, const WorkerSetup &setup, Handover<WorkerReport> &reports);
    ~WorkerThread();
    Q_DISABLE_COPY_MOVE(WorkerThread)

    void give(WorkerCommand command) { m_commands.give(std::move(command)); }

private:
    Handover<WorkerCommand> m_commands;
    LoopThread m_thread;
};

} // namespace streamgauge
