// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEventLoop>

#include <functional>
#include <thread>

namespace streamgauge {

/// A thread with an event loop. What lives in it is made and destroyed by `life`, which runs loop.exec(); whoever owns
/// the thread sees to it that the loop is quit, then join() waits. A std::thread, not a QThread: the thread sanitizer
/// sees its start and its join.
class LoopThread final {
public:
    LoopThread() = default;
    ~LoopThread() { join(); }
    Q_DISABLE_COPY_MOVE(LoopThread)

    void start(std::function<void(QEventLoop &)> life)
    {
        m_thread = std::thread([life = std::move(life)] {
            QEventLoop loop;
            life(loop);
        });
    }
    void join()
    {
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] bool started() const { return m_thread.joinable(); }

private:
    std::thread m_thread;
};

} // namespace streamgauge
