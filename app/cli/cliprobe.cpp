// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cliprobe.h"

#include "app/threads/stopsignals.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <iostream>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

const char *stateWord(ProbeStep::State state)
{
    switch (state) {
    case ProbeStep::State::Passed:
        return "ok";
    case ProbeStep::State::Warned:
        return "note";
    case ProbeStep::State::Failed:
        return "FAILED";
    case ProbeStep::State::Skipped:
        return "-";
    }
    return "";
}

QString lineOf(const ProbeStep &step)
{
    const QString time =
        step.durationNs ? u" (%1 ms)"_s.arg(static_cast<double>(*step.durationNs) / 1e6, 0, 'f', 1) : QString();
    return u"%1 %2 %3%4\n"_s.arg(QLatin1StringView(stateWord(step.state)), -6)
        .arg(step.name, -16)
        .arg(plainExcerpt(step.fact, 1000), time);
}

} // namespace

Probe::Outcome probeUntilDone(EndpointSettings settings, double timeoutS, ProbeDepth depth, std::ostream &steps)
{
    const StopSignals signals;
    ProbeRun run(std::move(settings), timeoutS, depth);
    QSocketNotifier stop(signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &run, [&run, &stop] {
        stop.setEnabled(false);
        run.cancel();
    });
    QObject::connect(&run, &ProbeRun::stepsReady, &run, [&run, &steps] {
        for (const ProbeStep &step : run.takeSteps())
            steps << lineOf(step).toStdString() << std::flush;
    });
    QObject::connect(&run, &ProbeRun::finished, qApp, &QCoreApplication::quit);
    run.start();
    QCoreApplication::exec();
    return *run.outcome();
}

void tellUnsaidError(const char *command, const Probe::Outcome &outcome)
{
    const auto &steps = outcome.report.steps;
    const bool said = !steps.empty() && steps.back().state == ProbeStep::State::Failed;
    if (outcome.error && !said)
        std::cerr << "streamgauge-cli " << command << ": " << plainExcerpt(outcome.error->message, 1000).toStdString()
                  << '\n';
}

} // namespace streamgauge
