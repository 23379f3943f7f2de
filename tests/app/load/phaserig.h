// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/phaserunner.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QSignalSpy>

namespace streamgauge::test {

inline constexpr int phasePatienceMs = 60'000;

/// Phases against an endpoint whose prompts are "Number 0.", "Number 1." and so on.
[[nodiscard]] inline PhaseRunner::Setup phaseSetup(
    const EndpointSettings &settings, bool ownConnections, int workers = 1)
{
    const QUrl base = settings.address.base;
    PhaseRunner::Setup wanted;
    wanted.worker.requests = std::make_shared<RequestBuilder>(settings, base, settings.model, RequestOptions{});
    wanted.worker.modelList = RequestBuilder::getRequest(settings, base, u"/models");
    wanted.worker.address = QHostAddress(QHostAddress::LocalHost);
    wanted.worker.ownConnections = ownConnections;
    wanted.worker.timeoutNs = 20'000'000'000;
    wanted.worker.mostChunks = LoadPlan{}.mostContentChunks();
    wanted.worker.clock = &SteadyClock::instance();
    wanted.build = [requests = wanted.worker.requests](
                       quint64 number) { return requests->body(QStringLiteral("Number %1.").arg(number), 4); };
    wanted.workers = workers;
    return wanted;
}

[[nodiscard]] inline PhaseRunner::Setup phaseSetup(const LoopbackServer &server, bool ownConnections, int workers = 1)
{
    return phaseSetup(settingsFor(server, QStringLiteral("m")), ownConnections, workers);
}

[[nodiscard]] inline LoadLevel runPhase(PhaseRunner &runner, int concurrency, int requests)
{
    QSignalSpy over(&runner, &PhaseRunner::phaseEnded);
    runner.start(concurrency, requests);
    if (!over.wait(phasePatienceMs))
        qFatal("the phase does not end");
    return runner.takeLevel();
}

} // namespace streamgauge::test
