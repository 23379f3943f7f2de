// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/workerthread.h"

#include "app/load/loadworker.h"

namespace streamgauge {

WorkerThread::WorkerThread(const WorkerSetup &setup, Handover<WorkerReport> &reports)
{
    m_thread.start([this, &setup, &reports](QEventLoop &loop) {
        LoadWorker worker(setup, m_commands, reports, loop);
        m_commands.setBell([&worker] { QMetaObject::invokeMethod(&worker, "takeCommands", Qt::QueuedConnection); });
        // What came before the bell hung there.
        QMetaObject::invokeMethod(&worker, "takeCommands", Qt::QueuedConnection);
        loop.exec();
        m_commands.setBell({});
    });
}

WorkerThread::~WorkerThread()
{
    m_commands.give(QuitWorker{});
    m_thread.join();
}

} // namespace streamgauge
