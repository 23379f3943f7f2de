// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/backends.h"

#include <QPointer>
#include <QUrl>

#include <utility>

namespace streamgauge::test {

/// Backends that say what a test tells them to, in place of sockets and threads.
class FakeProbe final : public ProbeSource {
public:
    FakeProbe(EndpointSettings endpoint, QObject *parent)
        : ProbeSource(parent)
        , settings(std::move(endpoint))
    {
    }

    void start() override { started = true; }
    void cancel() override { cancelled = true; }
    [[nodiscard]] std::vector<ProbeStep> takeSteps() override { return std::exchange(m_steps, {}); }
    [[nodiscard]] std::optional<Probe::Outcome> outcome() const override { return m_outcome; }

    void giveStep(ProbeStep step)
    {
        m_steps.push_back(std::move(step));
        Q_EMIT stepsReady();
    }
    void finish(Probe::Outcome outcome)
    {
        m_outcome = std::move(outcome);
        Q_EMIT finished();
    }

    EndpointSettings settings;
    bool started = false;
    bool cancelled = false;

private:
    std::vector<ProbeStep> m_steps;
    std::optional<Probe::Outcome> m_outcome;
};

class FakeSimulator final : public SimulatorSource {
public:
    using SimulatorSource::SimulatorSource;

    void start() override { started = true; }
    [[nodiscard]] bool isRunning() const override { return !m_url.isEmpty(); }
    [[nodiscard]] QString url() const override { return m_url; }

    void becomeReady(const QString &url)
    {
        m_url = url;
        Q_EMIT ready(url);
    }

    void die(const Error &error)
    {
        m_url.clear();
        Q_EMIT failed(error);
    }

    bool started = false;

private:
    QString m_url;
};

class FakeRun final : public RunSource {
public:
    FakeRun(LoadRunSetup runSetup, QObject *parent)
        : RunSource(parent)
        , setup(std::move(runSetup))
    {
    }

    void start() override { started = true; }
    void stop() override { ++stops; }
    [[nodiscard]] std::vector<RunEvent> takeEvents() override { return std::exchange(m_events, {}); }

    void give(std::vector<RunEvent> events)
    {
        m_events = std::move(events);
        Q_EMIT eventsReady();
    }

    LoadRunSetup setup;
    bool started = false;
    int stops = 0;

private:
    std::vector<RunEvent> m_events;
};

class FakeInstrument final : public InstrumentSource {
public:
    FakeInstrument(InstrumentSetup asked, QObject *parent)
        : InstrumentSource(parent)
        , setup(std::move(asked))
    {
    }

    void start() override { started = true; }
    void cancel() override { cancelled = true; }
    [[nodiscard]] InstrumentProgress progress() const override { return m_progress; }
    [[nodiscard]] std::optional<InstrumentOutcome> outcome() const override { return m_outcome; }

    void tell(InstrumentProgress progress)
    {
        m_progress = progress;
        Q_EMIT progressed();
    }
    void finish(InstrumentOutcome outcome)
    {
        m_outcome = std::move(outcome);
        Q_EMIT finished();
    }

    InstrumentSetup setup;
    bool started = false;
    bool cancelled = false;

private:
    InstrumentProgress m_progress;
    std::optional<InstrumentOutcome> m_outcome;
};

/// The last fake that each factory made.
struct Fakes {
    QPointer<FakeProbe> probe;
    QPointer<FakeSimulator> simulator;
    QPointer<FakeRun> run;
    QPointer<FakeInstrument> instrument;

    [[nodiscard]] Backends backends()
    {
        return {
            [this](
                const EndpointSettings &settings, QObject *parent) { return probe = new FakeProbe(settings, parent); },
            [this](QObject *parent) { return simulator = new FakeSimulator(parent); },
            [this](const LoadRunSetup &setup, QObject *parent) { return run = new FakeRun(setup, parent); },
            [this](const InstrumentSetup &setup, QObject *parent) {
                return instrument = new FakeInstrument(setup, parent);
            },
        };
    }
};

/// A report of an endpoint that serves these models; the first is the one chosen.
[[nodiscard]] inline ProbeReport reportOf(const QStringList &models)
{
    ProbeReport report;
    report.base = QStringLiteral("http://127.0.0.1:8080/v1");
    report.servedModels = models;
    report.model = models.value(0);
    report.smallRequestSucceeded = true;
    report.ttftNs = 120'000'000;
    report.chunkGapNs = 20'000'000;
    return report;
}

} // namespace streamgauge::test
