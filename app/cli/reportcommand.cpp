// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reportcommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/textoption.h"
#include "app/record/atomicfile.h"
#include "app/record/resultsopener.h"
#include "models/load/instrumentwords.h"
#include "models/load/summary.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace streamgauge {

namespace {

struct ReportArguments {
    std::string path;
    std::string format = "md";
    std::string out;
};

int report(const ReportArguments &arguments)
{
    const CliApplication application;
    const auto complain = [](const Error &error) {
        std::cerr << "streamgauge-cli report: " << error.message.toStdString() << '\n';
        return isUnread(error.code) ? exitcode::usage : exitcode::fellShort;
    };
    const auto result = openLoadResults(QString::fromLocal8Bit(arguments.path.c_str()));
    if (!result)
        return complain(result.error());
    QByteArray text = reportMarkdown(*result).toUtf8();
    if (result->instrumentCheck)
        text += '\n' + instrumentSummary(*result->instrumentCheck).toUtf8() + '\n';
    if (!arguments.out.empty()) {
        const auto written = AtomicFile(QString::fromLocal8Bit(arguments.out.c_str())).write(text);
        return written ? exitcode::done : complain(written.error());
    }
    std::cout << text.toStdString();
    return outputTaken("report") ? exitcode::done : exitcode::fellShort;
}

} // namespace

void addReportCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<ReportArguments>();
    CLI::App *command = cli.add_subcommand("report", "Print a results file as a document that can be pasted.");
    command->add_option("path", arguments->path, "Results file")->required()->check(notEmpty())->type_name("PATH");
    command->add_option("--format", arguments->format, "Form of the document")
        ->check(CLI::IsMember({"md"}))
        ->capture_default_str();
    command->add_option("--out", arguments->out, "File to write; by default it is printed")
        ->check(newFile())
        ->type_name("FILE");
    command->footer("Exit codes: 0 written; 1 the file is no consistent results file; 2 usage, or it cannot be read.");
    command->callback([arguments, &exitCode] { exitCode = report(*arguments); });
}

} // namespace streamgauge
