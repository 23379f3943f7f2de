// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/stopsource.h"

#include <sys/epoll.h>

#include <array>
#include <cerrno>

namespace streamgauge {

StopSource::StopSource(int fd, When when)
    : m_fd(fd)
    , m_when(when)
{
}

void StopSource::attach(EpollLoop &loop)
{
    if (!loop.watch(m_fd, EPOLLIN, *this))
        m_stopRequested = true;
}

void StopSource::ready(quint32)
{
    std::array<char, 4096> dropped;
    const ssize_t count = read(m_fd, dropped.data(), dropped.size());
    const bool over = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    if (over || (count > 0 && m_when == When::Readable))
        m_stopRequested = true;
}

} // namespace streamgauge
