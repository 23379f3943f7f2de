// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments, each ended by a NUL byte, as far as they are read: no command runs.
#include "app/cli/commandline.h"
#include "tests/fuzz/require.h"

#include <CLI/CLI.hpp>

#include <sstream>

using namespace streamgauge;
using namespace streamgauge::fuzz;

namespace {

struct ReadWell { };

/// Stops where the chosen command would run.
class ReadOnlyApp final : public CLI::App {
private:
    void pre_callback() override { throw ReadWell(); }
};

/// An exit code where the arguments were not read, or were not right.
std::optional<int> read(std::vector<std::string> &arguments, std::ostream &out, std::ostream &err)
{
    std::vector<char *> argv;
    for (std::string &argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    ReadOnlyApp cli;
    int exitCode = exitcode::done;
    addCommands(cli, exitCode);
    try {
        return readArguments(cli, int(arguments.size()), argv.data(), out, err);
    } catch (const ReadWell &) {
        require(!cli.get_subcommands().empty(), "right arguments choose a command");
        return std::nullopt;
    }
}

std::vector<std::string> argumentsOf(const char *data, std::size_t size)
{
    std::vector<std::string> arguments{"streamgauge-cli", std::string()};
    for (std::size_t i = 0; i < size; ++i) {
        if (data[i] == '\0')
            arguments.emplace_back();
        else
            arguments.back() += data[i];
    }
    arguments.pop_back(); // behind the last NUL
    return arguments;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::vector<std::string> arguments = argumentsOf(reinterpret_cast<const char *>(data), size);
    std::ostringstream out;
    std::ostringstream err;
    const auto stopped = read(arguments, out, err);
    const std::string said = err.str();
    if (!stopped) {
        require(said.empty() && out.str().empty(), "nothing is said of arguments that are right");
        return 0;
    }
    require(*stopped == exitcode::done || *stopped == exitcode::usage, "wrong arguments are a usage error");
    if (*stopped == exitcode::usage && arguments.size() > 1) {
        require(out.str().empty(), "an error stands on standard error only", said);
        require(said.ends_with("--help'.\n"), "an error names the help", said);
        for (const char c : said.substr(0, said.size() - 1))
            require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "an error is one plain line", said);
    }
    return 0;
}
