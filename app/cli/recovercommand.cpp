// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recovercommand.h"

#include "app/cli/cliapplication.h"
#include "app/cli/commandline.h"
#include "app/cli/textoption.h"
#include "app/record/journalfile.h"
#include "app/record/recovery.h"

#include <QFileInfo>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct RecoverArguments {
    std::string place;
    std::string out;
};

int complain(const QString &message, int exitCode)
{
    std::cerr << "streamgauge-cli recover: " << message.toStdString() << '\n';
    return exitCode;
}

int recoverOne(const QString &journal, const QString &out)
{
    const auto recovered = recoverRun(journal, out);
    if (!recovered)
        return complain(recovered.error().message, exitcode::fellShort);
    const LoadResult &result = *recovered->result;
    std::cout << recovered->path.toStdString() << ": " << (result.complete ? "complete" : "incomplete")
              << ", levels ended: " << result.levels.size() << ", requests: " << result.requestCount() << '\n';
    return exitcode::done;
}

int recover(const RecoverArguments &arguments)
{
    const CliApplication application;
    const QString place = QString::fromLocal8Bit(arguments.place.c_str());
    const QString out = QString::fromLocal8Bit(arguments.out.c_str());
    const QFileInfo info(place);
    if (!info.exists())
        return complain(u"There is no \"%1\". Name a journal or a folder with journals."_s.arg(place), exitcode::usage);
    const QStringList journals = info.isDir() ? leftJournals(place) : QStringList{place};
    if (journals.isEmpty())
        return complain(
            u"The folder \"%1\" holds no journal (*%2) that a run left behind."_s.arg(place, JournalFile::suffix),
            exitcode::usage);
    if (journals.size() > 1 && !out.isEmpty()) {
        return complain(u"\"%1\" holds %2 journals; --out names one file. Recover them one by one, or leave --out "
                        "out."_s.arg(place)
                            .arg(journals.size()),
            exitcode::usage);
    }
    int exitCode = exitcode::done;
    for (const QString &journal : journals)
        exitCode = std::max(exitCode, recoverOne(journal, out));
    return outputTaken("recover") ? exitCode : exitcode::fellShort;
}

} // namespace

void addRecoverCommand(CLI::App &cli, int &exitCode)
{
    const auto arguments = std::make_shared<RecoverArguments>();
    CLI::App *command = cli.add_subcommand("recover",
        "Make a results file of a run whose program ended before it could: every request that had ended is in it.");
    command->add_option("journal", arguments->place, "A journal (*.journal.jsonl), or a folder with some")
        ->required()
        ->check(notEmpty())
        ->type_name("JOURNAL|FOLDER");
    command->add_option("--out", arguments->out, "Results file; by default the one that the run was to write")
        ->check(newFile())
        ->type_name("FILE");
    command->footer("Exit codes: 0 recovered; 1 a journal could not be; 2 usage. The journal is taken away once its "
                    "results file is written.");
    command->callback([arguments, &exitCode] { exitCode = recover(*arguments); });
}

} // namespace streamgauge
