// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/clientsession.h"
#include "app/simulator/listener.h"
#include "app/simulator/simulatorstate.h"
#include "app/simulator/stopsource.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace streamgauge {

/// The simulated endpoint: an HTTP server of one thread on 127.0.0.1 that answers as a model server would, on time.
class SimulatorServer final : private Listener::Owner, private ClientSession::Owner {
public:
    SimulatorServer(const SimulatorOptions &options, const Clock &clock);
    ~SimulatorServer() override;
    Q_DISABLE_COPY_MOVE(SimulatorServer)

    /// Errors: simulator.port, simulator.system, simulator.tls.
    [[nodiscard]] Result<void> listen();
    [[nodiscard]] quint16 port() const { return m_listener.port(); }

    /// run() returns when this says so; to be added before. The descriptor stays the caller's.
    void addStopSource(int fd, StopSource::When when);
    void run();

private:
    void connected(FileDescriptor socket) override;
    void sessionEnded(ClientSession &session) override;
    [[nodiscard]] bool stopRequested() const;

    EpollLoop m_loop;
    SimulatorState m_state;
    Listener m_listener;
    std::vector<std::unique_ptr<StopSource>> m_stopSources;
    std::unordered_map<ClientSession *, std::unique_ptr<ClientSession>> m_sessions;
    std::vector<std::unique_ptr<ClientSession>> m_endedSessions; ///< emptied between turns
};

} // namespace streamgauge
