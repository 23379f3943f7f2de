// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/receivetimes.h"

#include <algorithm>
#include <utility>

#ifdef Q_OS_LINUX
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <sys/socket.h>

#include <cstring>
#include <ctime>
#endif

namespace streamgauge {

#ifdef Q_OS_LINUX
namespace {

qint64 toNs(const timespec &time)
{
    return qint64{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

qint64 realNowNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return toNs(now);
}

/// When the kernel received what the message holds; 0 where it did not tell.
qint64 receivedNs(msghdr &message)
{
    for (cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPING)
            continue;
        scm_timestamping times{};
        std::memcpy(&times, CMSG_DATA(part), sizeof times);
        return toNs(times.ts[0]);
    }
    return 0;
}

} // namespace

ReceiveTimes::ReceiveTimes()
    : m_asking(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0))
{
    if (m_asking.valid())
        ask(m_asking.get());
}

bool ReceiveTimes::available()
{
    return true;
}

void ReceiveTimes::ask(int socket)
{
    const int wanted = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;
    ::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPING, &wanted, sizeof wanted);
}

void ReceiveTimes::look(int socket)
{
    // One in eight on average, but not each eighth: streams in lock step would always show the same one.
    m_random ^= m_random << 13;
    m_random ^= m_random >> 17;
    m_random ^= m_random << 5;
    m_readsToNext = 1 + static_cast<int>(m_random % 15);

    char byte = 0;
    iovec place{&byte, 1};
    alignas(cmsghdr) char control[256];
    msghdr message{};
    message.msg_iov = &place;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (::recvmsg(socket, &message, MSG_PEEK | MSG_DONTWAIT) <= 0)
        return;
    const qint64 received = receivedNs(message);
    if (received > 0)
        m_receivedNs = received;
    else
        ++m_samples.unstamped;
}

void ReceiveTimes::sample(qint64 sinceNs)
{
    const qint64 lagNs = realNowNs() - std::exchange(m_receivedNs, -1);
    // What came after the read before cannot have waited for longer than since then: a clock was set, or that read had
    // left it behind.
    if (lagNs < 0 || lagNs > sinceNs) {
        ++m_samples.dropped;
        return;
    }
    m_samples.lagsNs.push_back(lagNs);
    m_longestNs = std::max(m_longestNs, lagNs);
}
#else
ReceiveTimes::ReceiveTimes() = default;

bool ReceiveTimes::available()
{
    return false;
}

void ReceiveTimes::ask(int) { }

void ReceiveTimes::look(int) { }

void ReceiveTimes::sample(qint64) { }
#endif

ReadLagSamples ReceiveTimes::take()
{
    return std::exchange(m_samples, {});
}

qint64 ReceiveTimes::takeLongest()
{
    return std::exchange(m_longestNs, -1);
}

} // namespace streamgauge
