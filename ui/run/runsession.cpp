// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsession.h"

#include "models/endpoint/serverwords.h"

#include <algorithm>
#include <utility>

namespace streamgauge {

namespace {

constexpr qsizetype longestWarning = 1500;

} // namespace

RunSession::RunSession(Backends backends, QObject *parent)
    : QObject(parent)
    , m_backends(std::move(backends))
{
}

void RunSession::start(const LoadRunSetup &setup, bool simulated)
{
    if (m_source)
        return;
    m_setup = setup;
    m_setup.instrumentCheck = m_instrumentCheck;
    m_latest = {};
    m_levels.clear();
    for (const int concurrency : setup.plan.concurrency)
        m_levels.push_back({concurrency});
    m_endedErrors.clear();
    m_warnings.clear();
    m_outcome.reset();
    m_stopping = false;
    m_simulated = simulated;
    m_source = m_backends.run(m_setup, this);
    connect(m_source, &RunSource::eventsReady, this, &RunSession::takeEvents);
    Q_EMIT started();
    m_source->start();
}

void RunSession::stop()
{
    if (!m_source || m_stopping)
        return;
    m_stopping = true;
    m_source->stop();
    Q_EMIT progressed();
}

std::map<QString, int> RunSession::errors() const
{
    std::map<QString, int> all = m_endedErrors;
    const auto level = static_cast<std::size_t>(m_latest.level);
    // An ended level's errors came with its end; its last snapshot would count them twice.
    const bool running =
        m_latest.level >= 0 && level < m_levels.size() && m_levels[level].state == LevelProgress::State::Running;
    if (running) {
        for (const auto &[kind, count] : m_latest.errors)
            all[kind] += count;
    }
    return all;
}

void RunSession::takeEvents()
{
    if (!m_source)
        return;
    for (const RunEvent &event : m_source->takeEvents())
        std::visit([this](const auto &value) { take(value); }, event);
    Q_EMIT progressed();
    if (!m_outcome)
        return;
    m_source->disconnect(this);
    m_source->deleteLater();
    m_source = nullptr;
    m_stopping = false;
    Q_EMIT finished();
}

void RunSession::take(const LiveSnapshot &snapshot)
{
    m_latest = snapshot;
    const auto level = static_cast<std::size_t>(snapshot.level);
    if (snapshot.level >= 0 && level < m_levels.size() && m_levels[level].state == LevelProgress::State::Waiting)
        m_levels[level].state = LevelProgress::State::Running;
    Q_EMIT snapshotTaken(snapshot);
}

void RunSession::take(const ProbeDone &done)
{
    m_simulated = m_simulated || done.report.simulated;
}

void RunSession::take(const WarningRaised &raised)
{
    RunWarning warning = raised.warning;
    // It may quote a server, at any length.
    warning.message = plainExcerpt(warning.message, longestWarning);
    noteWarning(m_warnings, warning);
}

void RunSession::take(const LevelEnded &ended)
{
    if (ended.level < 0 || static_cast<std::size_t>(ended.level) >= m_levels.size())
        return;
    LevelProgress &level = m_levels[static_cast<std::size_t>(ended.level)];
    level.state = LevelProgress::State::Done;
    level.succeeded = ended.metrics.succeeded;
    level.failed = ended.metrics.failed + ended.metrics.timedOut;
    level.clientWords = clientWords(latenessOf(ended.client));
    for (const auto &[kind, count] : ended.errors)
        m_endedErrors[kind] += count;
}

void RunSession::take(const RunFinished &finished)
{
    m_outcome = finished;
    for (LevelProgress &level : m_levels) {
        if (level.state == LevelProgress::State::Running)
            level.state = LevelProgress::State::Interrupted;
    }
}

} // namespace streamgauge
