// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/benchprogress.h"

#include "app/endpoint/exitcode.h"
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/warningcatalog.h"

#include <QCoreApplication>

#include <ostream>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(BenchProgress)
};

QString phaseText(const LiveSnapshot &shot, const LoadPlan &plan)
{
    switch (shot.phase) {
    case RunPhase::Connecting:
        return Text::tr("Connecting");
    case RunPhase::Calibrating:
        return Text::tr("Calibrating prompts to %n token(s)", nullptr, plan.inputTokens);
    case RunPhase::WarmingUp:
        return Text::tr("Warming up: %n request(s)", nullptr, shot.total);
    case RunPhase::Level:
        return Text::tr("Level %1: %n request(s)", nullptr, shot.total).arg(shot.concurrency);
    default:
        return {};
    }
}

} // namespace

BenchProgress::BenchProgress(std::ostream &out, bool terminal, LoadPlan plan)
    : m_out(out)
    , m_terminal(terminal)
    , m_plan(std::move(plan))
{
}

void BenchProgress::clearLive()
{
    if (std::exchange(m_live, false))
        m_out << "\r\033[K";
}

void BenchProgress::line(const QString &text)
{
    clearLive();
    m_out << text.toStdString() << std::endl;
}

void BenchProgress::show(const LiveSnapshot &snapshot)
{
    if (m_phase != snapshot.phase || m_level != snapshot.level) {
        m_phase = snapshot.phase;
        m_level = snapshot.level;
        if (const QString entered = phaseText(snapshot, m_plan); !entered.isEmpty())
            line(entered);
    }
    if (m_terminal)
        liveLine(snapshot);
}

void BenchProgress::liveLine(const LiveSnapshot &shot)
{
    if (shot.total == 0)
        return;
    QStringList parts{
        Text::tr("  %1 of %2").arg(shot.done).arg(shot.total), Text::tr("%1 in flight").arg(shot.inFlight)};
    if (shot.ttftP50)
        parts += Text::tr("TTFT p50 %1").arg(formatMs(*shot.ttftP50));
    if (shot.outputPerS)
        parts += formatRate(*shot.outputPerS, shot.countsChunks ? Text::tr("chunks") : Text::tr("tokens"));
    if (shot.secondsLeft)
        parts += Text::tr("about %1 left").arg(formatDuration(*shot.secondsLeft));
    clearLive();
    m_out << parts.join(u", "_s).toStdString() << std::flush;
    m_live = true;
}

void BenchProgress::show(const ProbeDone &done)
{
    const ProbeReport &report = done.report;
    if (!report.model.isEmpty())
        line(Text::tr("  %1 at %2 (%3)").arg(plainExcerpt(report.model), report.base, report.address));
}

/// A level's counts grow until it ends: its warnings are held back until then.
void BenchProgress::show(const WarningRaised &raised)
{
    if (raised.warning.level)
        m_held[raised.warning.code] = raised.warning;
    else
        tell(raised.warning);
}

void BenchProgress::tell(const RunWarning &warning)
{
    const QString place = warning.level ? Text::tr("level %1: ").arg(*warning.level) : QString();
    line(Text::tr("  warning: %1 [%2]").arg(plainExcerpt(QString(place + warning.message), 1000), warning.code));
    const QString explanation = WarningCatalog::explanation(warning.code);
    if (!explanation.isEmpty() && m_explained.insert(warning.code).second)
        line(u"    "_s + explanation);
}

void BenchProgress::tellHeld()
{
    for (const auto &[code, warning] : std::exchange(m_held, {}))
        tell(warning);
}

void BenchProgress::show(const LevelEnded &ended)
{
    const LevelMetrics &metrics = ended.metrics;
    QStringList parts{Text::tr("  %1 succeeded").arg(metrics.succeeded)};
    for (const auto &[kind, count] : ended.errors)
        parts += u"%1 %2"_s.arg(count).arg(kind);
    if (metrics.ttft.p50)
        parts += Text::tr("TTFT p50 %1").arg(formatMs(*metrics.ttft.p50));
    if (metrics.itl.p50)
        parts += Text::tr("ITL p50 %1").arg(formatMs(*metrics.itl.p50));
    if (metrics.succeeded > 0)
        parts += formatRate(metrics.outputThroughput,
            metrics.method == TokenCountMethod::ServerUsage ? Text::tr("tokens") : Text::tr("chunks"));
    line(parts.join(u", "_s));
    tellHeld();
}

void BenchProgress::show(const RunFinished &finished)
{
    clearLive();
    tellHeld();
    if (finished.exitCode == exitcode::interrupted)
        line(finished.result ? Text::tr("Stopped. What had ended is kept.")
                             : Text::tr("Stopped before anything was measured: there is no results file."));
    else if (!finished.result && !finished.error)
        line(Text::tr("The run ended before anything was measured: there is no results file."));
    if (!finished.path.isEmpty())
        line(Text::tr("Results: %1").arg(finished.path));
}

} // namespace streamgauge
