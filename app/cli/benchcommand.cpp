// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/benchcommand.h"

#include "app/cli/benchdryrun.h"
#include "app/cli/benchjson.h"
#include "app/cli/benchprogress.h"
#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/endpointoptions.h"
#include "app/cli/instrumentprogress.h"
#include "app/cli/numberoption.h"
#include "app/cli/textoption.h"
#include "app/load/loadrun.h"
#include "app/threads/stopsignals.h"
#include "models/endpoint/serverwords.h"
#include "models/load/instrumentwords.h"
#include "models/load/levellist.h"
#include "models/load/summary.h"

#include <QDir>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <iostream>
#include <memory>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct BenchArguments {
    EndpointOptions endpoint;
    LoadPlan plan;
    std::string out;
    bool force = false;
    bool dryRun = false;
    bool json = false;
    bool checkInstrument = false;
};

int usageError(const Error &error)
{
    std::cerr << "streamgauge-cli bench: " << error.message.toStdString() << '\n';
    return exitcode::usage;
}

Result<LoadRunSetup> setupOf(const BenchArguments &arguments)
{
    auto settings = arguments.endpoint.settings();
    if (!settings)
        return tl::unexpected(settings.error());
    LoadPlan wanted = arguments.plan;
    wanted.timeoutS = arguments.endpoint.timeoutS();
    auto plan = LoadPlan::checked(std::move(wanted));
    if (!plan)
        return tl::unexpected(plan.error());
    LoadRunSetup setup;
    setup.endpoint = *std::move(settings);
    setup.plan = *std::move(plan);
    setup.outPath = QString::fromLocal8Bit(arguments.out.c_str());
    setup.outFolder = QDir::currentPath();
    setup.overwrite = arguments.force;
    return setup;
}

/// False where standard output does not take it.
[[nodiscard]] bool printResult(const RunFinished &finished, bool json)
{
    if (json)
        std::cout << benchJson(finished).toStdString();
    else if (finished.result)
        std::cout << summaryText(*finished.result).toStdString();
    if (finished.error)
        std::cerr << "streamgauge-cli bench: " << plainExcerpt(finished.error->message, 2000).toStdString() << '\n';
    return outputTaken("bench");
}

/// The check at the plan's highest level, before anything is sent to the endpoint. An exit code where there is none.
std::optional<int> checkInstrument(LoadRunSetup &setup)
{
    InstrumentSetup check;
    check.concurrency = setup.plan.highestConcurrency();
    InstrumentOutcome outcome = runInstrumentCheck(check, setup.stopDescriptor, std::cerr);
    if (outcome.error) {
        std::cerr << "streamgauge-cli bench: The instrument was not checked and nothing was measured: "
                  << outcome.error->message.toStdString() << '\n';
        return exitCodeOf(*outcome.error);
    }
    if (!outcome.check)
        return exitcode::interrupted;
    std::cerr << instrumentSummary(*outcome.check).toStdString() << '\n';
    if (outcome.check->verdict != InstrumentVerdict::Ok)
        std::cerr << instrumentAdvice(*outcome.check).toStdString() << '\n';
    setup.instrumentCheck = std::move(outcome.check);
    return std::nullopt;
}

int bench(const BenchArguments &arguments)
{
    auto setup = setupOf(arguments);
    if (!setup)
        return usageError(setup.error());
    if (arguments.dryRun)
        return dryRun(*setup, arguments.json);
    CliApplication application;
    const StopSignals signals;
    setup->stopDescriptor = signals.descriptor();
    if (arguments.checkInstrument) {
        if (const auto notChecked = checkInstrument(*setup))
            return *notChecked;
    }
    BenchProgress progress(std::cerr, ::isatty(STDERR_FILENO) == 1, setup->plan);
    std::optional<RunFinished> finished;
    LoadRun run(*std::move(setup));
    QObject::connect(&run, &LoadRun::eventsReady, &run, [&] {
        for (const RunEvent &event : run.takeEvents()) {
            std::visit([&progress](const auto &value) { progress.show(value); }, event);
            if (const auto *last = std::get_if<RunFinished>(&event)) {
                finished = *last;
                (*application).quit();
            }
        }
    });
    run.start();
    QCoreApplication::exec();
    const bool printed = printResult(*finished, arguments.json);
    return finished->exitCode == exitcode::done && !printed ? exitcode::fellShort : finished->exitCode;
}

void addPlanOptions(CLI::App &command, LoadPlan &plan)
{
    const auto takeLevels = [&plan](const std::string &text) {
        plan.concurrency = levelsFromText(QString::fromStdString(text)).value_or(std::vector<int>());
    };
    command.add_option_function<std::string>("--concurrency", takeLevels, "Requests in flight, a level each")
        ->check(levelList())
        ->default_str(levelsAsText(plan.concurrency).remove(u' ').toStdString())
        ->type_name("N,N,...");
    const auto add = [&command](const char *name, auto &value, const char *help, quint64 lowest, quint64 highest) {
        return command.add_option(name, value, help)->check(wholeNumber(lowest, highest))->capture_default_str();
    };
    auto *requests = add("--requests", plan.requests, "Requests a level", 1, LoadPlan::maxRequests);
    command.add_option("--requests-per-slot", plan.requestsPerSlot, "Requests a level for each one in flight")
        ->check(wholeNumber(1, LoadPlan::maxRequests))
        ->type_name("N")
        ->excludes(requests);
    add("--warmup", plan.warmup, "Requests before the first level, not measured", 0, LoadPlan::maxWarmup);
    add("--input-tokens", plan.inputTokens, "Tokens a prompt", 1, LoadPlan::maxTokens);
    add("--output-tokens", plan.outputTokens, "Tokens an answer, at most", 1, LoadPlan::maxTokens);
    command
        .add_option(
            "--max-error-rate", plan.maxErrorPercent, "End the run when more of a level's requests fail, in percent")
        ->check(decimalNumber(0, 100))
        ->type_name("P");
    command.add_option("--max-minutes", plan.maxMinutes, "End the run after so long")
        ->check(decimalNumber(0.001, LoadPlan::maxMinutesLimit))
        ->type_name("M");
    command.add_flag_callback(
        "--no-ignore-eos", [&plan] { plan.ignoreEos = false; },
        "Leave ignore_eos out: some servers fail long answers with it. Answers may then end early");
    add("--seed", plan.seed, "Seed of the prompts", 0, LoadPlan::maxSeed);
}

} // namespace

void addBenchCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<BenchArguments>();
    CLI::App *command = cli.add_subcommand("bench",
        "Measure an endpoint under load: time to first token, gaps "
        "between tokens, latency and throughput by level.");
    arguments->endpoint.addTo(*command);
    addPlanOptions(*command, arguments->plan);
    command
        ->add_option("--out", arguments->out,
            "Results file; by default named after time and model, below "
            "./streamgauge-results")
        ->check(newFile())
        ->type_name("FILE");
    command->add_flag("--force", arguments->force, "Replace the results file if it exists");
    command->add_flag("--check-instrument", arguments->checkInstrument,
        "Check the instrument first, at the highest level; the results file keeps what was found");
    command->add_flag("--dry-run", arguments->dryRun,
        "Say what the run would send, how long it may take and what will not go as planned; ask for no completion and "
        "write nothing");
    command->add_flag("--json", arguments->json, "Print the outcome as JSON instead of a table");
    command->footer("Ctrl-C stops the run and keeps what was measured; a second one ends it at once.\n"
                    "Exit codes: 0 every level had a success; 1 fell short; 2 usage; 3 the endpoint cannot be reached "
                    "or refuses; 130 stopped.");
    command->callback([arguments, &exitCode] { exitCode = bench(*arguments); });
}

} // namespace streamgauge
