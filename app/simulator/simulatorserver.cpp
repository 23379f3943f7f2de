// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorserver.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>

namespace streamgauge {

SimulatorServer::SimulatorServer(const SimulatorOptions &options, const Clock &clock)
    : m_state(options, clock)
    , m_listener(m_loop, *this)
{
}

SimulatorServer::~SimulatorServer() = default;

Result<void> SimulatorServer::listen()
{
    if (!m_loop.isOpen() || !m_state.pacer.attach(m_loop)) {
        return failure(QStringLiteral("simulator.system"),
            QCoreApplication::translate("Simulator", "The system has no event queue or timer to give: %1.")
                .arg(qt_error_string(errno)));
    }
    if (const SimulatorOptions &options = m_state.options; !options.certificateFile.isEmpty()) {
        auto identity = readTlsIdentity(options.certificateFile, options.keyFile);
        if (!identity)
            return tl::unexpected(identity.error());
        m_state.tls = *std::move(identity);
    }
    return m_listener.listen(m_state.options.port, m_state.options.backlog);
}

void SimulatorServer::addStopSource(int fd, StopSource::When when)
{
    m_stopSources.push_back(std::make_unique<StopSource>(fd, when));
    m_stopSources.back()->attach(m_loop);
}

void SimulatorServer::run()
{
    while (!stopRequested()) {
        m_loop.turn();
        m_state.pacer.run();
        m_state.endedReplies.clear();
        m_endedSessions.clear();
    }
}

void SimulatorServer::connected(FileDescriptor socket)
{
    ClientSession::Owner &owner = *this;
    auto session = std::make_unique<ClientSession>(std::move(socket), m_loop, m_state, owner);
    if (!session->open())
        return;
    ClientSession *key = session.get();
    m_sessions.emplace(key, std::move(session));
}

void SimulatorServer::sessionEnded(ClientSession &session)
{
    const auto found = m_sessions.find(&session);
    if (found == m_sessions.end())
        return;
    m_endedSessions.push_back(std::move(found->second));
    m_sessions.erase(found);
    m_listener.descriptorFreed();
}

bool SimulatorServer::stopRequested() const
{
    return std::any_of(
        m_stopSources.begin(), m_stopSources.end(), [](const auto &source) { return source->stopRequested(); });
}

} // namespace streamgauge
