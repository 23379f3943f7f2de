// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkinstrumentcommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/instrumentprogress.h"
#include "app/cli/numberoption.h"
#include "app/threads/stopsignals.h"
#include "models/load/instrumentjson.h"
#include "models/load/instrumentwords.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace streamgauge {

namespace {

struct CheckArguments {
    InstrumentSetup setup;
    bool json = false;
};

int checkInstrument(const CheckArguments &arguments)
{
    const CliApplication application;
    const StopSignals signals;
    const InstrumentOutcome outcome = runInstrumentCheck(arguments.setup, signals.descriptor(), std::cerr);
    if (outcome.error) {
        std::cerr << "streamgauge-cli check-instrument: " << outcome.error->message.toStdString() << '\n';
        return exitCodeOf(*outcome.error);
    }
    if (!outcome.check)
        return exitcode::interrupted;
    if (arguments.json)
        std::cout << instrumentCheckJson(*outcome.check).toStdString();
    else
        std::cout << instrumentText(*outcome.check).toStdString();
    const bool printed = outputTaken("check-instrument");
    return printed && outcome.check->verdict == InstrumentVerdict::Ok ? exitcode::done : exitcode::fellShort;
}

} // namespace

void addCheckInstrumentCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<CheckArguments>();
    InstrumentSetup &setup = arguments->setup;
    CLI::App *command = cli.add_subcommand("check-instrument",
        "Measure the simulated endpoint, whose send times are known, and say how late this program is.");
    command->add_option("--concurrency", setup.concurrency, "Streams at a time")
        ->check(wholeNumber(1, InstrumentCheck::maxConcurrency))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--interval-ms", setup.intervalMs, "Time between the chunks of each stream")
        ->check(wholeNumber(1, InstrumentCheck::maxIntervalMs))
        ->capture_default_str()
        ->type_name("MS");
    command->add_flag("--json", arguments->json, "Print the figures as JSON instead of a table");
    command->footer("It takes about ten seconds and needs no endpoint.\n"
                    "Exit codes: 0 ok; 1 a figure is beyond its limit; 2 an option is wrong or does not fit this "
                    "system; 3 the simulated endpoint cannot be started; 130 stopped.");
    command->callback([arguments, &exitCode] { exitCode = checkInstrument(*arguments); });
}

} // namespace streamgauge
