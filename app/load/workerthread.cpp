// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/workerthread.h"

#include "app/load/loadworker.h"
#include "app/threads/serveloop.h"

namespace streamgauge {

WorkerThread::WorkerThread(int number, const WorkerSetup &setup, Handover<WorkerReport> &reports)
{
    m_thread.start([this, number, &setup, &reports](QEventLoop &loop) {
        LoadWorker worker(number, setup, m_commands, reports, loop);
        serveLoop(loop, worker, m_commands, "takeCommands", "takeCommands");
    });
}

WorkerThread::~WorkerThread()
{
    m_commands.give(QuitWorker{});
    m_thread.join();
}

} // namespace streamgauge
