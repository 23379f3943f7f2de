// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clock.h"

#include <QObject>

#include <memory>
#include <vector>

namespace streamgauge {

/// The heart of one worker thread: one epoll descriptor behind one QSocketNotifier, all deadlines behind one timerfd.
/// A turn is: wait for sockets; let libcurl act on every ready socket and due deadline (callbacks only record); then
/// deliver, reply by reply, bytes before finished. Lives and dies in one thread; managers belong to it for life.
class CurlLoop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurlLoop)

public:
    explicit CurlLoop(const Clock &clock = SteadyClock::instance(), QObject *parent = nullptr);
    ~CurlLoop() override;

    [[nodiscard]] const Clock &clock() const;

    /// Starts a beat in the epoll set each `intervalNs`; its lateness is the loop's own lag. 0 stops it.
    void setBeat(qint64 intervalNs);
    /// Lateness of the beats since the last call, nanoseconds.
    [[nodiscard]] std::vector<qint64> takeBeatLags();

private:
    friend class StreamAccessManager;
    friend class CurlReply;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
