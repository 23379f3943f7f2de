// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/loadrun.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <functional>

namespace streamgauge::test {

/// Starts a run, keeps every event and waits for its end.
class RunWatcher final {
public:
    explicit RunWatcher(LoadRunSetup setup)
        : m_run(std::move(setup))
    {
        QObject::connect(&m_run, &LoadRun::eventsReady, &m_run, [this] { take(); });
    }

    [[nodiscard]] LoadRun &load() { return m_run; }

    /// Stops the run at the first snapshot for which this holds.
    void stopWhen(std::function<bool(const LiveSnapshot &)> condition) { m_condition = std::move(condition); }

    const RunFinished &run(int patienceMs = 120'000)
    {
        m_timer.start();
        QTimer::singleShot(patienceMs, &m_loop, [] { qFatal("the run does not end"); });
        m_run.start();
        m_loop.exec();
        return finished();
    }

    [[nodiscard]] const RunFinished &finished() const { return std::get<RunFinished>(m_events.back()); }
    [[nodiscard]] double seconds() const { return m_seconds; }

    template <typename Event>
    [[nodiscard]] int count() const
    {
        return static_cast<int>(std::ranges::count_if(
            m_events, [](const RunEvent &event) { return std::holds_alternative<Event>(event); }));
    }

    template <typename Event>
    [[nodiscard]] const Event *last() const
    {
        const Event *found = nullptr;
        for (const RunEvent &event : m_events) {
            if (const auto *one = std::get_if<Event>(&event))
                found = one;
        }
        return found;
    }

    [[nodiscard]] bool warned(const QString &code) const
    {
        return std::ranges::any_of(m_events, [&code](const RunEvent &event) {
            const auto *raised = std::get_if<WarningRaised>(&event);
            return raised && raised->warning.code == code;
        });
    }

    [[nodiscard]] std::vector<LiveSnapshot> snapshots() const
    {
        std::vector<LiveSnapshot> shots;
        for (const RunEvent &event : m_events) {
            if (const auto *shot = std::get_if<LiveSnapshot>(&event))
                shots.push_back(*shot);
        }
        return shots;
    }

    [[nodiscard]] std::vector<RunPhase> phases() const
    {
        std::vector<RunPhase> phases;
        for (const LiveSnapshot &shot : snapshots()) {
            if (phases.empty() || phases.back() != shot.phase)
                phases.push_back(shot.phase);
        }
        return phases;
    }

private:
    void take()
    {
        for (RunEvent &event : m_run.takeEvents()) {
            const auto *shot = std::get_if<LiveSnapshot>(&event);
            if (shot && m_condition && m_condition(*shot)) {
                m_condition = nullptr;
                m_run.stop();
            }
            m_events.push_back(std::move(event));
        }
        if (!m_events.empty() && std::holds_alternative<RunFinished>(m_events.back())) {
            m_seconds = static_cast<double>(m_timer.elapsed()) / 1e3;
            m_loop.quit();
        }
    }

    LoadRun m_run;
    QEventLoop m_loop;
    QElapsedTimer m_timer;
    double m_seconds = 0;
    std::function<bool(const LiveSnapshot &)> m_condition;
    std::vector<RunEvent> m_events;
};

} // namespace streamgauge::test
