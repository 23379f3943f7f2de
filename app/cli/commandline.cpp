// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include "models/core/version.h"

#include <CLI/CLI.hpp>

#include <string>

namespace streamgauge {

int runCommandLine(int argc, char *argv[])
{
    CLI::App cli{"Measures OpenAI-compatible streaming chat endpoints", "streamgauge-cli"};
    cli.set_version_flag("--version",
        std::string("streamgauge ") + versionNumber + "\ncommit " + (*buildCommit ? buildCommit : "unknown")
            + (builtFromDirtyTree ? " (with uncommitted changes)" : ""));
    cli.require_subcommand(1);
    CLI11_PARSE(cli, argc, argv);
    return 0;
}

} // namespace streamgauge
