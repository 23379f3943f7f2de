// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/beat.h"
#include "app/endpoint/deadlinequeue.h"
#include "app/endpoint/epoll.h"
#include "app/endpoint/receivetimes.h"
#include "app/endpoint/streamcount.h"
#include "models/core/clock.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace streamgauge {

class CurlMulti;
class CurlTransfer;

/// What all connections of one thread share: the sockets, the deadlines and the list of transfers with something to
/// deliver. Shared by the loop and its connections, so that either may go first.
class CurlLoopCore final {
    Q_DISABLE_COPY_MOVE(CurlLoopCore)

public:
    /// While one stands, libcurl is at work and its callbacks record; nothing is delivered.
    class InsideCurl final {
        Q_DISABLE_COPY_MOVE(InsideCurl)

    public:
        explicit InsideCurl(CurlLoopCore &core);
        ~InsideCurl();

    private:
        CurlLoopCore &m_core;
    };

    explicit CurlLoopCore(const Clock &clock);
    ~CurlLoopCore();

    [[nodiscard]] const Clock &clock() const { return m_clock; }
    [[nodiscard]] Beat &beat() { return m_beat; }
    [[nodiscard]] ReceiveTimes &receiveTimes() { return m_receiveTimes; }
    void setStreamCount(std::shared_ptr<StreamCount> count) { m_streamCount = std::move(count); }
    [[nodiscard]] const std::shared_ptr<StreamCount> &streamCount() const { return m_streamCount; }
    /// As CurlLoop has them.
    void setTurnEnd(std::function<bool(qint64)> turnEnd) { m_turnEnd = std::move(turnEnd); }
    void wantTurn();
    /// Readable when a turn is needed.
    [[nodiscard]] int descriptor() const;
    /// Sockets, then deadlines, then delivery. Called inside a turn it does nothing. What was read has its stamp, so
    /// delivery can wait, and reading cannot: where many have something, as when thousands of streams end together,
    /// some are delivered in the next turn, which follows at once.
    void turn();
    [[nodiscard]] bool insideTurn() const { return m_inTurn; }

    /// `what` is one of libcurl's CURL_POLL values.
    void watch(int socket, int what, CurlMulti &multi);
    /// Nothing happens where the number is another handle's by now.
    void unwatch(int socket, const CurlMulti &multi);
    void setDeadline(CurlMulti &multi, qint64 dueNs);
    void clearDeadline(CurlMulti &multi);
    /// The transfer has something to deliver.
    void touch(std::shared_ptr<CurlTransfer> transfer);
    /// Nothing points to it any more afterwards.
    void forget(CurlMulti &multi);

private:
    void act(const epoll_event &event);
    void runDeadlines();
    void deliver();
    [[nodiscard]] qsizetype undeliveredBytes() const;
    void settle();

    const Clock &m_clock;
    Epoll m_epoll;
    DeadlineQueue m_deadlines;
    Beat m_beat;
    ReceiveTimes m_receiveTimes;
    std::shared_ptr<StreamCount> m_streamCount;
    std::function<bool(qint64)> m_turnEnd;
    std::vector<CurlMulti *> m_watches; ///< by descriptor
    std::deque<std::shared_ptr<CurlTransfer>> m_touched; ///< first come, first delivered
    bool m_inCurl = false;
    bool m_inTurn = false;
    bool m_turnWanted = false;
};

} // namespace streamgauge
