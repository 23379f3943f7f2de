// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/instrumentprogress.h"

#include "app/endpoint/exitcode.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QSocketNotifier>

#include <ostream>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

const char *stepInWords(InstrumentProgress::Step step)
{
    switch (step) {
    case InstrumentProgress::Step::Starting:
        return "Starting the simulated endpoint";
    case InstrumentProgress::Step::Timers:
        return "Watching a bare timer";
    case InstrumentProgress::Step::Connecting:
        return "Opening connections";
    case InstrumentProgress::Step::Streams:
        return "Measuring the simulated endpoint";
    case InstrumentProgress::Step::TimersAgain:
        return "Watching a bare timer again";
    }
    Q_UNREACHABLE();
}

} // namespace

InstrumentOutcome runInstrumentCheck(InstrumentSetup setup, int stopDescriptor, std::ostream &out)
{
    std::optional<InstrumentProgress::Step> told;
    QEventLoop loop;
    InstrumentRun run(std::move(setup));
    QSocketNotifier stop(stopDescriptor, QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &run, [&run, &stop] {
        stop.setEnabled(false);
        run.cancel();
    });
    QObject::connect(&run, &InstrumentRun::progressed, &run, [&] {
        if (told == run.progress().step)
            return;
        told = run.progress().step;
        out << stepInWords(*told) << std::endl;
    });
    QObject::connect(&run, &InstrumentRun::finished, &loop, &QEventLoop::quit);
    run.start();
    loop.exec();
    return *run.outcome();
}

int exitCodeOf(const Error &error)
{
    return error.code.startsWith("simulator."_L1) ? exitcode::unreachable : exitcode::usage;
}

} // namespace streamgauge
