// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/probecommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/cliprobe.h"
#include "app/cli/commandline.h"
#include "app/cli/endpointoptions.h"
#include "app/endpoint/exitcode.h"
#include "app/endpoint/probejson.h"

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

int probe(const ProbeArguments &arguments)
{
    auto settings = arguments.endpoint.settings();
    if (!settings) {
        std::cerr << "streamgauge-cli probe: " << settings.error().message.toStdString() << '\n';
        return exitcode::usage;
    }
    const CliApplication application;
    // The steps are the result; with --json they are progress.
    const Probe::Outcome outcome = probeUntilDone(
        *std::move(settings), arguments.endpoint.timeoutS(), ProbeDepth::Whole, arguments.json ? std::cerr : std::cout);
    if (arguments.json)
        std::cout << probeJson(outcome).toStdString();
    tellUnsaidError("probe", outcome);
    if (!outputTaken("probe") || (outcome.exitCode == exitcode::done && !outcome.report.smallRequestSucceeded))
        return exitcode::fellShort;
    return outcome.exitCode;
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
