// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/backends.h"

#include "app/simulator/simulatorprocess.h"

namespace streamgauge {

namespace {

class RealProbe final : public ProbeSource {
public:
    RealProbe(const EndpointSettings &settings, QObject *parent)
        : ProbeSource(parent)
        , m_probe(settings)
    {
        connect(&m_probe, &ProbeRun::stepsReady, this, &ProbeSource::stepsReady);
        connect(&m_probe, &ProbeRun::finished, this, &ProbeSource::finished);
    }

    void start() override { m_probe.start(); }
    void cancel() override { m_probe.cancel(); }
    [[nodiscard]] std::vector<ProbeStep> takeSteps() override { return m_probe.takeSteps(); }
    [[nodiscard]] std::optional<Probe::Outcome> outcome() const override { return m_probe.outcome(); }

private:
    ProbeRun m_probe;
};

class RealSimulator final : public SimulatorSource {
public:
    RealSimulator(const QString &program, QObject *parent)
        : SimulatorSource(parent)
        , m_process(program.isEmpty() ? new SimulatorProcess(this) : new SimulatorProcess(program, this))
    {
        connect(m_process, &SimulatorProcess::ready, this, &SimulatorSource::ready);
        connect(m_process, &SimulatorProcess::failed, this, &SimulatorSource::failed);
    }

    void start() override { m_process->start(); }
    [[nodiscard]] bool isRunning() const override { return m_process->isRunning(); }
    [[nodiscard]] QString url() const override { return m_process->url(); }

private:
    SimulatorProcess *m_process;
};

class RealRun final : public RunSource {
public:
    RealRun(const LoadRunSetup &setup, QObject *parent)
        : RunSource(parent)
        , m_run(setup)
    {
        connect(&m_run, &LoadRun::eventsReady, this, &RunSource::eventsReady);
    }

    void start() override { m_run.start(); }
    void stop() override { m_run.stop(); }
    [[nodiscard]] std::vector<RunEvent> takeEvents() override { return m_run.takeEvents(); }

private:
    LoadRun m_run;
};

class RealInstrument final : public InstrumentSource {
public:
    RealInstrument(const InstrumentSetup &setup, QObject *parent)
        : InstrumentSource(parent)
        , m_run(setup)
    {
        connect(&m_run, &InstrumentRun::progressed, this, &InstrumentSource::progressed);
        connect(&m_run, &InstrumentRun::finished, this, &InstrumentSource::finished);
    }

    void start() override { m_run.start(); }
    void cancel() override { m_run.cancel(); }
    [[nodiscard]] InstrumentProgress progress() const override { return m_run.progress(); }
    [[nodiscard]] std::optional<InstrumentOutcome> outcome() const override { return m_run.outcome(); }

private:
    InstrumentRun m_run;
};

} // namespace

Backends realBackends(const QString &simulatorProgram)
{
    return {
        [](const EndpointSettings &settings, QObject *parent) { return new RealProbe(settings, parent); },
        [simulatorProgram](QObject *parent) { return new RealSimulator(simulatorProgram, parent); },
        [](const LoadRunSetup &setup, QObject *parent) { return new RealRun(setup, parent); },
        [simulatorProgram](InstrumentSetup setup, QObject *parent) {
            setup.simulatorProgram = simulatorProgram;
            return new RealInstrument(setup, parent);
        },
    };
}

} // namespace streamgauge
