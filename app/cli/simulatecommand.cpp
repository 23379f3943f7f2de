// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulatecommand.h"

#include "app/cli/commandline.h"
#include "app/cli/numberoption.h"
#include "app/endpoint/descriptorlimit.h"
#include "app/simulator/simulatorserver.h"
#include "app/threads/stopsignals.h"
#include "models/core/clock.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <memory>

namespace streamgauge {

namespace {

constexpr double longestMs = 3'600'000;
constexpr int mostSlots = 65'536;
constexpr int mostBacklog = 65'535;

struct SimulateArguments {
    SimulatorOptions options;
    double ttftMs = 0;
    double itlMs = 0;
    std::string tls;
    bool owned = false;
};

qint64 toNs(double ms)
{
    return std::llround(ms * 1e6);
}

/// "CERT,KEY"
std::string problemOfTlsFiles(const std::string &text)
{
    const std::size_t comma = text.find(',');
    const bool two = comma != std::string::npos && comma > 0 && comma + 1 < text.size()
        && text.find(',', comma + 1) == std::string::npos;
    return two ? "" : "'" + text + "' is not CERT,KEY: two files, the certificate and its key, with a comma between";
}

void setTlsFiles(SimulatorOptions &options, const std::string &text)
{
    const std::size_t comma = text.find(',');
    options.certificateFile = QString::fromLocal8Bit(text.substr(0, comma).c_str());
    options.keyFile = QString::fromLocal8Bit(text.substr(comma + 1).c_str());
}

int simulate(const SimulateArguments &arguments)
{
    raiseDescriptorLimit();
    const StopSignals signals;
    SimulatorServer server(arguments.options, SteadyClock::instance());
    if (const auto listening = server.listen(); !listening) {
        std::cerr << "streamgauge-cli simulate: " << listening.error().message.toStdString() << '\n';
        return listening.error().code == u"simulator.system" ? exitcode::fellShort : exitcode::usage;
    }
    server.addStopSource(signals.descriptor(), StopSource::When::Readable);
    if (arguments.owned)
        server.addStopSource(STDIN_FILENO, StopSource::When::EndOfInput);
    const bool tls = !arguments.options.certificateFile.isEmpty();
    std::cout << "listening on " << (tls ? "https" : "http") << "://127.0.0.1:" << server.port() << std::endl;
    server.run();
    return exitcode::done;
}

} // namespace

void addSimulateCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<SimulateArguments>();
    SimulatorOptions &options = arguments->options;
    CLI::App *command = cli.add_subcommand("simulate", "Run the simulated endpoint until it is interrupted.");
    command->footer(
        "It listens on 127.0.0.1 only and prints its address as the first line. Models: sim/steady, "
        "sim/fast,\nsim/reasoning, sim/bundled, sim/no-usage, sim/strict, sim/flaky, sim/closing, sim/hold.\n"
        "Exit codes: 0 interrupted; 1 the system gave out; 2 an option or a file is wrong, or the port cannot be had.");
    command->add_option("--port", options.port, "Port to listen on; 0, the default: a free one")
        ->option_text("N")
        ->check(wholeNumber(0, 65'535));
    command->add_option("--seed", options.seed, "Seed of texts and lengths, default 1")
        ->option_text("N")
        ->check(wholeNumber(0, std::numeric_limits<std::uint64_t>::max()));
    const CLI::Option *ttft =
        command->add_option("--ttft-ms", arguments->ttftMs, "Time to the first token, for every model")
            ->option_text("MS")
            ->check(decimalNumber(0, longestMs));
    const CLI::Option *itl =
        command->add_option("--itl-ms", arguments->itlMs, "Time from token to token, for every model")
            ->option_text("MS")
            ->check(decimalNumber(0, longestMs));
    command->add_option("--slots", options.slots, "Requests answered at once, default 4096; those beyond wait")
        ->option_text("N")
        ->check(wholeNumber(1, mostSlots));
    command->add_option("--backlog", options.backlog, "Connections that may wait to be accepted, default 4096")
        ->option_text("N")
        ->check(wholeNumber(1, mostBacklog));
    const CLI::Option *tls =
        command->add_option("--tls", arguments->tls, "Speak TLS with this certificate and key, PEM")
            ->option_text("CERT,KEY")
            ->check(CLI::Validator(problemOfTlsFiles, std::string()));
    command->add_flag("--owned", arguments->owned, "End when standard input ends");
    command->callback([arguments, ttft, itl, tls, &exitCode] {
        if (!ttft->empty())
            arguments->options.ttftNs = toNs(arguments->ttftMs);
        if (!itl->empty())
            arguments->options.itlNs = toNs(arguments->itlMs);
        if (!tls->empty())
            setTlsFiles(arguments->options, arguments->tls);
        exitCode = simulate(*arguments);
    });
}

} // namespace streamgauge
