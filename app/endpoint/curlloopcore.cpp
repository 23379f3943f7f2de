// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloopcore.h"

#include "app/endpoint/curlmulti.h"
#include "app/endpoint/curltransfer.h"

#include <curl/curl.h>

#include <limits>
#include <numeric>

namespace streamgauge {

namespace {

/// Of one turn. The read lag that a level may have: with it, delivery alone makes no client late.
constexpr qint64 longestDeliveryNs = 10'000'000;
/// Beyond it all is delivered before more is read, however long that takes.
constexpr qsizetype mostUndelivered = 32 << 20;

} // namespace

CurlLoopCore::InsideCurl::InsideCurl(CurlLoopCore &core)
    : m_core(core)
{
    Q_ASSERT_X(!core.m_inCurl, "CurlLoop", "libcurl must not be called from one of its own callbacks");
    core.m_inCurl = true;
}

CurlLoopCore::InsideCurl::~InsideCurl()
{
    m_core.m_inCurl = false;
    if (!m_core.m_inTurn)
        m_core.settle();
}

CurlLoopCore::CurlLoopCore(const Clock &clock)
    : m_clock(clock)
{
    m_epoll.watch(m_deadlines.descriptor(), EPOLLIN);
    m_epoll.watch(m_beat.descriptor(), EPOLLIN);
}

CurlLoopCore::~CurlLoopCore() = default;

int CurlLoopCore::descriptor() const
{
    return m_epoll.descriptor();
}

void CurlLoopCore::turn()
{
    if (m_inTurn)
        return;
    m_inTurn = true;
    m_turnWanted = false;
    const qint64 beganNs = m_turnEnd ? SteadyClock::instance().nowNs() : 0;
    {
        const InsideCurl section(*this);
        for (const epoll_event &event : m_epoll.ready())
            act(event);
        runDeadlines();
    }
    deliver();
    if (m_turnEnd && m_turnEnd(SteadyClock::instance().nowNs() - beganNs))
        m_turnWanted = true;
    m_inTurn = false;
    settle();
}

void CurlLoopCore::watch(int socket, int what, CurlMulti &multi)
{
    const auto index = static_cast<std::size_t>(socket);
    if (what == CURL_POLL_REMOVE) {
        unwatch(socket, multi);
        return;
    }
    if (index >= m_watches.size())
        m_watches.resize(index + 64);
    m_watches[index] = &multi;
    m_epoll.watch(socket, ((what & CURL_POLL_IN) ? EPOLLIN : 0u) | ((what & CURL_POLL_OUT) ? EPOLLOUT : 0u));
}

void CurlLoopCore::unwatch(int socket, const CurlMulti &multi)
{
    // libcurl may tell it after the socket was closed, when the number is another connection's already.
    const auto index = static_cast<std::size_t>(socket);
    if (index >= m_watches.size() || m_watches[index] != &multi)
        return;
    m_watches[index] = nullptr;
    m_epoll.forget(socket);
}

void CurlLoopCore::setDeadline(CurlMulti &multi, qint64 dueNs)
{
    m_deadlines.set(multi, dueNs);
}

void CurlLoopCore::clearDeadline(CurlMulti &multi)
{
    m_deadlines.clear(multi);
}

void CurlLoopCore::touch(std::shared_ptr<CurlTransfer> transfer)
{
    m_touched.push_back(std::move(transfer));
}

void CurlLoopCore::forget(CurlMulti &multi)
{
    m_deadlines.clear(multi);
    for (std::size_t socket = 0; socket < m_watches.size(); ++socket)
        unwatch(static_cast<int>(socket), multi);
}

void CurlLoopCore::act(const epoll_event &event)
{
    const int descriptor = event.data.fd;
    if (descriptor == m_deadlines.descriptor()) {
        m_deadlines.acknowledge();
        return;
    }
    if (descriptor == m_beat.descriptor()) {
        m_beat.seen(SteadyClock::instance().nowNs());
        return;
    }
    // An action before this one in the same list may have closed the socket.
    CurlMulti *multi = m_watches[static_cast<std::size_t>(descriptor)];
    if (!multi)
        return;
    const bool readable = event.events & (EPOLLIN | EPOLLHUP | EPOLLERR);
    // Looking at a socket with an error would take the error, which is libcurl's to see.
    if ((event.events & EPOLLIN) && !(event.events & (EPOLLERR | EPOLLHUP)))
        m_receiveTimes.beforeRead(descriptor);
    multi->act(descriptor, (readable ? CURL_CSELECT_IN : 0) | ((event.events & EPOLLOUT) ? CURL_CSELECT_OUT : 0));
    m_receiveTimes.afterRead();
}

void CurlLoopCore::runDeadlines()
{
    // What becomes due while these run has its turn next time, so that a turn always ends.
    const qint64 nowNs = SteadyClock::instance().nowNs();
    while (DeadlineQueue::Owner *owner = m_deadlines.takeDue(nowNs))
        owner->deadlineReached();
}

void CurlLoopCore::deliver()
{
    qint64 untilNs = SteadyClock::instance().nowNs() + longestDeliveryNs;
    // What is touched by a delivery has its turn next time, so that a turn always ends.
    for (std::size_t left = m_touched.size(); left > 0; --left) {
        const std::shared_ptr<CurlTransfer> transfer = std::move(m_touched.front());
        m_touched.pop_front();
        transfer->deliver();
        if (SteadyClock::instance().nowNs() < untilNs)
            continue;
        if (undeliveredBytes() <= mostUndelivered)
            return;
        untilNs = std::numeric_limits<qint64>::max();
    }
}

qsizetype CurlLoopCore::undeliveredBytes() const
{
    return std::accumulate(m_touched.begin(), m_touched.end(), qsizetype(0),
        [](qsizetype sum, const std::shared_ptr<CurlTransfer> &one) { return sum + one->record().bytes.size(); });
}

void CurlLoopCore::wantTurn()
{
    m_turnWanted = true;
    if (!m_inTurn && !m_inCurl)
        settle();
}

void CurlLoopCore::settle()
{
    if (m_touched.empty() && !m_turnWanted)
        m_deadlines.arm();
    else
        m_deadlines.wake();
}

} // namespace streamgauge
