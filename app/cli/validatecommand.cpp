// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validatecommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/textoption.h"
#include "app/record/resultsopener.h"
#include "models/core/jsonwriter.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct ValidateArguments {
    std::vector<std::string> paths;
    bool json = false;
};

/// One thing to say of a file. An error makes it no evidence; a warning is to be known.
struct Finding {
    bool isError = false;
    QString code;
    QString message;
};

struct Verdict {
    QString path;
    std::vector<Finding> findings;
    std::optional<LoadResult> result;

    [[nodiscard]] bool hasError() const { return !result; }
    [[nodiscard]] bool isUnread() const { return hasError() && streamgauge::isUnread(findings.front().code); }
};

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ValidateCommand)
};

Verdict verdictOf(const QString &path)
{
    Verdict verdict;
    verdict.path = path;
    auto read = openLoadResults(path);
    if (!read) {
        verdict.findings.push_back({true, read.error().code, read.error().message});
        return verdict;
    }
    if (!read->complete)
        verdict.findings.push_back({false, u"incomplete"_s,
            Text::tr("The run is incomplete: levels that ended are %1 of %2.")
                .arg(read->levels.size())
                .arg(read->plan.concurrency.size())});
    for (const RunWarning &warning : read->warnings)
        verdict.findings.push_back({false, warning.code, warning.message});
    verdict.result = *std::move(read);
    return verdict;
}

void writeVerdict(JsonWriter &json, const Verdict &verdict)
{
    json.beginObject();
    json.key(u"path").string(verdict.path);
    json.key(u"consistent").boolean(!verdict.hasError());
    json.key(u"complete").boolean(verdict.result && verdict.result->complete);
    json.key(u"findings").beginArray();
    for (const Finding &finding : verdict.findings) {
        json.beginObject();
        json.key(u"severity").string(finding.isError ? u"error" : u"warning");
        json.key(u"code").string(finding.code);
        json.key(u"message").string(finding.message);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void printVerdict(const Verdict &verdict)
{
    for (const Finding &finding : verdict.findings)
        std::cout << (finding.isError ? "error   " : "warning ") << finding.code.toStdString() << ": "
                  << finding.message.toStdString() << '\n';
    std::cout << verdict.path.toStdString() << ": ";
    if (verdict.isUnread())
        std::cout << "not read\n";
    else if (verdict.hasError())
        std::cout << "not consistent\n";
    else
        std::cout << "consistent, " << (verdict.result->complete ? "complete" : "incomplete")
                  << ": what it publishes is what its samples come to (which does not prove that they are true)\n";
}

int validate(const ValidateArguments &arguments)
{
    const CliApplication application;
    std::vector<Verdict> verdicts;
    verdicts.reserve(arguments.paths.size());
    for (const std::string &path : arguments.paths)
        verdicts.push_back(verdictOf(QString::fromLocal8Bit(path.c_str())));
    if (arguments.json) {
        QByteArray out;
        JsonWriter json(out);
        json.beginArray();
        for (const Verdict &verdict : verdicts)
            writeVerdict(json, verdict);
        json.endArray();
        std::cout << out.toStdString() << '\n';
    } else {
        for (const Verdict &verdict : verdicts)
            printVerdict(verdict);
    }
    const bool taken = outputTaken("validate");
    if (std::ranges::any_of(verdicts, &Verdict::isUnread))
        return exitcode::usage;
    return taken && std::ranges::none_of(verdicts, &Verdict::hasError) ? exitcode::done : exitcode::fellShort;
}

} // namespace

void addValidateCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<ValidateArguments>();
    CLI::App *command = cli.add_subcommand(
        "validate", "Check results files: shape, counts, and every published number computed again from the samples.");
    command->add_option("path", arguments->paths, "Results files")->required()->check(notEmpty())->type_name("PATH...");
    command->add_flag("--json", arguments->json, "Print the findings as JSON");
    command->footer(
        "Exit codes: 0 consistent, warnings or not; 1 an error was found; 2 usage, or a file cannot be read.");
    command->callback([arguments, &exitCode] { exitCode = validate(*arguments); });
}

} // namespace streamgauge
