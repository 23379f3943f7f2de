// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/threads/stopsignals.h"

#include "app/endpoint/exitcode.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace streamgauge {

namespace {

std::atomic<int> pipeEnd = -1;
std::atomic<bool> stopped = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

/// Only what is safe in a signal handler.
void handle(int)
{
    if (stopped.exchange(true))
        ::_exit(exitcode::interrupted);
    const int before = errno;
    const char byte = 1;
    // The pipe is empty at the first signal, so that there is room.
    [[maybe_unused]] const auto written = ::write(pipeEnd, &byte, 1);
    errno = before;
}

/// A signal that whoever started the program had it ignore (nohup) stays ignored.
void setHandler(void (*handler)(int))
{
    struct sigaction action { };
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before { };
        if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            ::sigaction(number, &action, nullptr);
    }
}

} // namespace

StopSignals::StopSignals()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_read = FileDescriptor(ends[0]);
    m_write = FileDescriptor(ends[1]);
    pipeEnd = ends[1];
    stopped = false;
    setHandler(handle);
}

StopSignals::~StopSignals()
{
    if (m_write.get() >= 0)
        setHandler(SIG_DFL);
}

} // namespace streamgauge
