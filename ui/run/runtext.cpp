// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runtext.h"

#include "models/core/format.h"
#include "models/stats/distribution.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RunText)
};

/// From here on a person wonders whether anything happens.
constexpr double secondsToExplain = 3;

QString counted(const QString &what, const LiveSnapshot &snapshot)
{
    return snapshot.total > 0
        ? Words::tr("%1: %2 of %3").arg(what, formatCount(snapshot.done), formatCount(snapshot.total))
        : what;
}

QString orDash(std::optional<double> ns)
{
    return ns ? formatMs(*ns) : u"\u2013"_s;
}

QString waitsFor(qint64 n)
{
    if (n < samplesForP95)
        return Words::tr(", p95 needs %1").arg(samplesForP95);
    return n < samplesForP99 ? Words::tr(", p99 needs %1").arg(samplesForP99) : QString();
}

QString doneInWords(const LevelProgress &level)
{
    return level.failed > 0
        ? Words::tr("Level %1 done: %2 ok, %3 failed").arg(level.concurrency).arg(level.succeeded).arg(level.failed)
        : Words::tr("Level %1 done: %2 ok").arg(level.concurrency).arg(level.succeeded);
}

} // namespace

QString RunText::phase(const LiveSnapshot &snapshot, bool stopping)
{
    if (stopping)
        return Words::tr("Stopping, keeping what is finished");
    switch (snapshot.phase) {
    case RunPhase::Connecting:
        return snapshot.elapsedS < secondsToExplain ? Words::tr("Connecting")
                                                    : Words::tr("Connecting: %1, the server may be loading the model")
                                                          .arg(formatDuration(std::floor(snapshot.elapsedS)));
    case RunPhase::Calibrating:
        return counted(Words::tr("Calibrating the prompt length"), snapshot);
    case RunPhase::WarmingUp:
        return counted(Words::tr("Warming up, not counted"), snapshot);
    case RunPhase::Level:
        return counted(Words::tr("Level %1").arg(snapshot.concurrency), snapshot);
    case RunPhase::Finishing:
        return Words::tr("Finishing");
    case RunPhase::Saving:
        return Words::tr("Saving");
    case RunPhase::Ended:
        return Words::tr("Ended");
    }
    Q_UNREACHABLE();
}

QString RunText::timeLeft(std::optional<double> seconds)
{
    if (!seconds)
        return {};
    if (*seconds < 5)
        return Words::tr("a few seconds left");
    if (*seconds < 90) // in steps of 5 s: a countdown of single seconds would claim to know them
        return Words::tr("about %1 left").arg(formatDuration(std::ceil(*seconds / 5) * 5));
    return Words::tr("about %1 left").arg(QString::number(std::llround(*seconds / 60)) + thinSpace + Words::tr("min"));
}

QString RunText::errors(const std::map<QString, int> &errors)
{
    int all = 0;
    for (const auto &[kind, count] : errors)
        all += count;
    if (all == 0)
        return Words::tr("no errors");
    const QString count = Words::tr("%1 error(s)", nullptr, all).arg(formatCount(all));
    return count + u": "_s + errorCountsInWords(errors);
}

QString RunText::level(const LevelProgress &level)
{
    switch (level.state) {
    case LevelProgress::State::Waiting:
        return Words::tr("Level %1 waits").arg(level.concurrency);
    case LevelProgress::State::Running:
        return Words::tr("Level %1 running").arg(level.concurrency);
    case LevelProgress::State::Interrupted:
        return Words::tr("Level %1 interrupted").arg(level.concurrency);
    case LevelProgress::State::Done:
        return (QStringList(doneInWords(level)) + level.clientWords).join(u", "_s);
    }
    Q_UNREACHABLE();
}

QString RunText::milliseconds(std::optional<double> ns)
{
    return ns ? formatMs(*ns) : QString();
}

QString RunText::tail(std::optional<double> p95, std::optional<double> p99, qint64 n)
{
    return Words::tr("p95 %1  p99 %2").arg(orDash(p95), orDash(p99)) + u'\n' + Words::tr("n %1").arg(formatCount(n))
        + waitsFor(n);
}

QString RunText::client(const ClientLateness &lateness)
{
    const std::vector<ClientFigure> figures = clientFigures(lateness);
    const auto worst = std::ranges::max_element(figures, {}, &ClientFigure::share);
    const bool late = worst->isBeyond();
    // Below the limits it is always the same one, so that the words stand still.
    const ClientFigure &shown = late ? *worst : figures[2];
    return (late ? clientWord(worst->code) : Words::tr("client ok")) + u'\n'
        + Words::tr("%1 %2 of %3").arg(shown.name, shown.value, shown.limit);
}

} // namespace streamgauge
