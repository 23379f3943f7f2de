// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include "app/cli/benchcommand.h"
#include "app/cli/checkinstrumentcommand.h"
#include "app/cli/probecommand.h"
#include "app/cli/recovercommand.h"
#include "app/cli/reportcommand.h"
#include "app/cli/simulatecommand.h"
#include "app/cli/validatecommand.h"
#include "models/core/version.h"
#include "models/endpoint/serverwords.h"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <string>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// In the order in which the help names them.
constexpr AddCommand commands[] = {
    addProbeCommand,
    addBenchCommand,
    addReportCommand,
    addValidateCommand,
    addRecoverCommand,
    addSimulateCommand,
    addCheckInstrumentCommand,
};

std::string versionText()
{
    return std::string("streamgauge ") + versionNumber + "\ncommit " + (*buildCommit ? buildCommit : "unknown")
        + (builtFromDirtyTree ? " (with uncommitted changes)" : "");
}

/// The command that was being read when an error came up, as a person would type it.
std::string chosenCommand(const CLI::App &cli)
{
    const auto chosen = cli.get_subcommands();
    return cli.get_name() + (chosen.empty() ? std::string() : " " + chosen.front()->get_name());
}

/// In words of our own where the parser's name neither option nor value, or too little of it.
std::string explain(const CLI::App &cli, const CLI::ParseError &error)
{
    std::string text = error.what();
    const auto unread = cli.remaining(true);
    switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::RequiredError:
    case CLI::ExitCodes::ExtrasError:
        if (unread.empty())
            return text;
        return (unread.front().starts_with('-') ? "unknown option '" : "unknown command or argument '") + unread.front()
            + "'";
    case CLI::ExitCodes::ArgumentMismatch:
        return text.substr(0, text.find(':'))
            + (text.find("At Most") != std::string::npos ? ": given more than once" : ": a value is missing");
    default:
        return text;
    }
}

/// One line, whatever the arguments hold.
std::string plainLine(const std::string &text)
{
    constexpr qsizetype longest = 2000;
    return plainLines(QString::fromLocal8Bit(text.c_str()), longest).replace(u'\n', u"\\x0a"_s).toStdString();
}

int reportUsageError(const CLI::App &cli, const CLI::ParseError &error, std::ostream &err)
{
    const std::string command = chosenCommand(cli);
    err << command << ": " << plainLine(explain(cli, error)) << ". See '" << command << " --help'.\n";
    return exitcode::usage;
}

/// Where a standard descriptor is closed, the next file or socket to be opened would get its number, and what is meant
/// for a person would be written there.
void openStandardDescriptors()
{
    int descriptor = -1;
    do
        descriptor = ::open("/dev/null", O_RDWR);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor > STDERR_FILENO)
        ::close(descriptor);
}

} // namespace

bool outputTaken(const char *command)
{
    if (std::cout.flush())
        return true;
    std::cerr << "streamgauge-cli " << command
              << ": standard output cannot be written: its disk is full, or its reader is gone.\n";
    return false;
}

void addCommands(CLI::App &cli, int &exitCode)
{
    cli.description("Measures OpenAI-compatible streaming chat endpoints.");
    cli.name("streamgauge-cli");
    cli.set_version_flag("--version", versionText(), "Print version and commit, then exit");
    cli.set_help_flag("-h,--help", "Print this help, then exit");
    cli.require_subcommand(1);
    for (const AddCommand add : commands)
        add(cli, exitCode);
}

std::optional<int> readArguments(CLI::App &cli, int argc, char *argv[], std::ostream &out, std::ostream &err)
{
    if (argc < 2) {
        err << cli.help();
        return exitcode::usage;
    }
    try {
        cli.parse(argc, argv);
    } catch (const CLI::Success &request) {
        return cli.exit(request, out, err); // help or version
    } catch (const CLI::ParseError &error) {
        return reportUsageError(cli, error, err);
    }
    return std::nullopt;
}

int runCommandLine(int argc, char *argv[])
{
    openStandardDescriptors();
    CLI::App cli;
    int exitCode = exitcode::done;
    addCommands(cli, exitCode);
    const auto stopped = readArguments(cli, argc, argv, std::cout, std::cerr);
    return stopped.value_or(exitCode);
}

} // namespace streamgauge
