// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/workerthread.h"

#include "app/load/loadworker.h"

namespace streamgauge {

WorkerThread::WorkerThread(const WorkerSetup &setup, Handover<WorkerReport> &reports)
{
    m_thread.start([this, &setup, &reports](QEventLoop &loop) {
        LoadWorker worker(setup, m_commands, reports, loop);
        m_commands.setBell(
            [&worker] { QMetaObject::invokeMethod(&worker, "takeCommands", Qt::QueuedConnection); });
        // What came before the bell hung there.
        QMetaObject::invokeMethod(&worker, "takeCommands", Qt::QueuedConnection);
        loop.exec();
        m_commands.setBell({});
    });
}

WorkerThread::~WorkerThread()
{
    quit();
    m_thread.join();
}

void WorkerThread::quit()
{
    if (!std::exchange(m_quit, true))
        m_commands.give(QuitWorker{});
}

} // namespace streamgauge
