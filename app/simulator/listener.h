// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/epollloop.h"
#include "models/core/result.h"

namespace streamgauge {

/// The listening socket, on 127.0.0.1 only.
class Listener final : public DescriptorWatcher {
public:
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void connected(FileDescriptor socket) = 0;
    };

    Listener(EpollLoop &loop, Owner &owner);
    Q_DISABLE_COPY_MOVE(Listener)

    /// Port 0: a free one. Errors: simulator.port (taken or not allowed), simulator.system.
    [[nodiscard]] Result<void> listen(quint16 port, int backlog);
    [[nodiscard]] quint16 port() const;

    /// To be called when a connection has been closed: where descriptors had run out, accepting goes on.
    void descriptorFreed();

private:
    void ready(quint32 events) override;

    EpollLoop &m_loop;
    Owner &m_owner;
    FileDescriptor m_socket;
    bool m_paused = false;
};

} // namespace streamgauge
