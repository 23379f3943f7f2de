// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/probecommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/endpointoptions.h"
#include "app/endpoint/probe.h"
#include "app/endpoint/probejson.h"
#include "app/threads/stopsignals.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct ProbeArguments {
    EndpointOptions endpoint;
    bool json = false;
};

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

int probe(const ProbeArguments &arguments)
{
    auto settings = arguments.endpoint.settings();
    if (!settings) {
        std::cerr << "streamgauge-cli probe: " << settings.error().message.toStdString() << '\n';
        return exitcode::usage;
    }
    CliApplication application;
    const StopSignals signals;
    ProbeRun run(*std::move(settings), arguments.endpoint.timeoutS());
    QSocketNotifier stop(signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &run, [&run, &stop] {
        stop.setEnabled(false);
        run.cancel();
    });
    // The steps are the result; with --json they are progress.
    std::ostream &out = arguments.json ? std::cerr : std::cout;
    QObject::connect(&run, &ProbeRun::stepsReady, &run, [&run, &out] {
        for (const ProbeStep &step : run.takeSteps())
            out << lineOf(step).toStdString() << std::flush;
    });
    QObject::connect(&run, &ProbeRun::finished, &*application, &QCoreApplication::quit);
    run.start();
    QCoreApplication::exec();

    const auto outcome = run.outcome();
    if (arguments.json)
        std::cout << probeJson(*outcome).toStdString();
    // A failed step has said it already.
    const auto &steps = outcome->report.steps;
    const bool said = !steps.empty() && steps.back().state == ProbeStep::State::Failed;
    if (outcome->error && !said)
        std::cerr << "streamgauge-cli probe: " << plainExcerpt(outcome->error->message, 1000).toStdString() << '\n';
    if (!outputTaken("probe") || (outcome->exitCode == exitcode::done && !outcome->report.smallRequestSucceeded))
        return exitcode::fellShort;
    return outcome->exitCode;
}

} // namespace

void addProbeCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<ProbeArguments>();
    CLI::App *command = cli.add_subcommand("probe", "Test the connection to an endpoint and say what it accepts.");
    arguments->endpoint.addTo(*command);
    command->add_flag("--json", arguments->json,
        "Print the outcome as JSON on standard output, the steps on standard "
        "error");
    command->footer(
        "Exit codes: 0 the endpoint streams; 1 it answers but no stream came; 2 an option is wrong or the model is not "
        "clear; 3 it cannot be reached or refuses; 130 stopped.");
    command->callback([arguments, &exitCode] { exitCode = probe(*arguments); });
}

} // namespace streamgauge
