// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/epollloop.h"

namespace streamgauge {

/// A descriptor that says when to stop: with its first byte, or with its end.
class StopSource final : public DescriptorWatcher {
public:
    enum class When { Readable, EndOfInput };

    StopSource(int fd, When when);
    Q_DISABLE_COPY_MOVE(StopSource)

    /// Where the loop cannot watch the descriptor (closed, or a regular file) the time to stop has come already.
    void attach(EpollLoop &loop);
    [[nodiscard]] bool stopRequested() const { return m_stopRequested; }

private:
    void ready(quint32 events) override;

    int m_fd;
    When m_when;
    bool m_stopRequested = false;
};

} // namespace streamgauge
