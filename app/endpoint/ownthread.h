// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>

namespace streamgauge {

/// Whether the object may be used here: from its own thread, or once that has ended.
[[nodiscard]] inline bool onOwnThread(const QObject &object)
{
    const QThread *thread = object.thread();
    return !thread || thread == QThread::currentThread() || thread->isFinished();
}

} // namespace streamgauge
