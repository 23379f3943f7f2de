// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/instrumentwords.h"

#include "models/core/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(InstrumentWords)
};

QString plainMs(double ns)
{
    return formatNumber(ns / 1e6, decimalsFor(ns / 1e6));
}

/// "p50 0.051, p99 0.312, max 2.10 ms, n 11,904"; a small sample has the percentile that it carries.
QString spreadInWords(const Distribution &spread)
{
    QStringList parts;
    if (spread.p50)
        parts << Words::tr("p50 %1").arg(plainMs(*spread.p50));
    if (spread.p99)
        parts << Words::tr("p99 %1").arg(plainMs(*spread.p99));
    else if (spread.p95)
        parts << Words::tr("p95 %1").arg(plainMs(*spread.p95));
    if (spread.max)
        parts << Words::tr("max %1").arg(formatMs(*spread.max));
    return (parts << Words::tr("n %1").arg(formatCount(spread.n)).replace(u' ', QChar::Nbsp)).join(u", "_s);
}

QString milliseconds(double ms)
{
    return formatNumber(ms, 0) + thinSpace + u"ms"_s;
}

QString percent(double share)
{
    return formatNumber(share * 100, 0) + thinSpace + u'%';
}

QString tailLimit(double ms)
{
    return Words::tr("p99 %1").arg(milliseconds(ms));
}

QString beyondFloor(const QString &limit)
{
    return Words::tr("%1 above floor").arg(limit);
}

QString tailAndLongest(double tailMs, double longestMs)
{
    return Words::tr("p99 %1, max %2").arg(formatNumber(tailMs, 0), milliseconds(longestMs));
}

struct Wording {
    QString name;
    QString measured;
    QString limit;
    QString meaning;
};

QString streamsInWords(const InstrumentCheck &check)
{
    QString text = Words::tr("%1 ended, %2 failed").arg(formatCount(check.streams), formatCount(check.failed));
    if (check.cut > 0)
        text += Words::tr(", %1 cut at the end of the time").arg(formatCount(check.cut));
    return text;
}

Wording wordingOfLateness(const InstrumentCheck &check, InstrumentFigure figure)
{
    const InstrumentLimits &limits = check.limits;
    switch (figure) {
    case InstrumentFigure::Lateness:
        return {Words::tr("Chunk lateness"), spreadInWords(check.lateness),
            beyondFloor(tailAndLongest(limits.latenessP99Ms, limits.latenessMaxMs)),
            Words::tr("From the endpoint's send stamp of a chunk to our stamp of its arrival, once all streams run.")};
    case InstrumentFigure::StartLateness:
        return {Words::tr("Lateness at start"), spreadInWords(check.startLateness),
            beyondFloor(Words::tr("max %1").arg(milliseconds(limits.startLatenessMaxMs))),
            Words::tr("The same, until each stream has its first chunk.")};
    case InstrumentFigure::Floor:
        return {Words::tr("Timer floor"), spreadInWords(check.floor),
            tailAndLongest(limits.floorP99Ms, limits.floorMaxMs),
            Words::tr("How late a bare timer of this machine is while nothing else runs here.")};
    case InstrumentFigure::Sender:
        return {Words::tr("Sender lateness"), spreadInWords(check.sender), tailLimit(limits.senderP99Ms),
            Words::tr("How far the simulated endpoint was behind its own schedule.")};
    case InstrumentFigure::DispatchDelay:
        return {Words::tr("Dispatch delay"), spreadInWords(check.dispatchDelay), tailLimit(limits.dispatchDelayP99Ms),
            Words::tr("From the moment a stream was free to the sending of its next request.")};
    case InstrumentFigure::EventLoopLag:
        return {Words::tr("Event-loop lag"), spreadInWords(check.eventLoopLag), tailLimit(limits.eventLoopLagP99Ms),
            Words::tr("How late the reading threads saw a regular beat.")};
    default:
        return {Words::tr("Read lag"), check.readLag ? spreadInWords(*check.readLag) : Words::tr("not known"),
            check.readLag ? tailLimit(limits.readLagP99Ms) : QString(),
            Words::tr("From the kernel's receipt of data to our read of it.")};
    }
}

Wording wordingOfCount(const InstrumentCheck &check, InstrumentFigure figure)
{
    const QString unknown = Words::tr("not known");
    switch (figure) {
    case InstrumentFigure::CpuShare:
        return {Words::tr("Busiest thread"),
            check.cpuShare ? Words::tr("%1 of a core").arg(percent(*check.cpuShare)) : unknown,
            percent(check.limits.cpuShare), Words::tr("Share of one core that the busiest reading thread took.")};
    case InstrumentFigure::CpuPerChunk:
        return {Words::tr("CPU a chunk"),
            check.cpuUsPerChunk ? formatNumber(*check.cpuUsPerChunk, 1) + thinSpace + u"µs"_s : unknown, {},
            Words::tr("CPU time of this whole program over the chunks that arrived.")};
    case InstrumentFigure::ChunksPerRead:
        return {Words::tr("Chunks a read"), check.chunksPerRead ? formatNumber(*check.chunksPerRead, 2) : unknown, {},
            Words::tr("Above 1 where chunks lay ready together; they then share one stamp.")};
    case InstrumentFigure::PeakInFlight:
        return {Words::tr("Peak in flight"), formatCount(check.peakInFlight),
            Words::tr("at least %1").arg(formatCount(check.concurrency)),
            Words::tr("The most streams that were open at the same moment.")};
    case InstrumentFigure::Streams:
        return {Words::tr("Streams"), streamsInWords(check), Words::tr("none failed"),
            Words::tr("Streams that ended, and those of them that did not end as they should.")};
    default:
        return {Words::tr("Chunks lost"),
            Words::tr("%1 of %2").arg(formatCount(check.lost), formatCount(check.chunks + check.lost)), u"0"_s,
            Words::tr("Chunks that the endpoint counted as sent and that did not arrive.")};
    }
}

Wording wordingOf(const InstrumentCheck &check, InstrumentFigure figure)
{
    switch (figure) {
    case InstrumentFigure::Lateness:
    case InstrumentFigure::StartLateness:
    case InstrumentFigure::Floor:
    case InstrumentFigure::Sender:
    case InstrumentFigure::DispatchDelay:
    case InstrumentFigure::EventLoopLag:
    case InstrumentFigure::ReadLag:
        return wordingOfLateness(check, figure);
    default:
        return wordingOfCount(check, figure);
    }
}

constexpr qsizetype resultWidth = 8;
constexpr qsizetype columnGap = 2;

QString resultInWords(const std::optional<bool> &within)
{
    if (!within)
        return u"-"_s;
    return *within ? Words::tr("ok") : Words::tr("BEYOND");
}

/// What follows from the verdict.
QString adviceOn(const InstrumentCheck &check)
{
    switch (check.verdict) {
    case InstrumentVerdict::Ok:
        return Words::tr(
            "With up to %1 request(s) at a time, a run on this machine measures the server and the network, to "
            "within this lateness.",
            nullptr, check.concurrency)
            .arg(formatCount(check.concurrency));
    case InstrumentVerdict::ClientLate:
        return Words::tr("A run like this would measure this program too: ask for fewer requests at a time, close "
                         "other programs, or use a machine with more free cores.");
    case InstrumentVerdict::MachineBusy:
        if (!withinLimit(check, InstrumentFigure::Floor).value_or(true)) {
            return Words::tr("Timers of this machine are late even at rest, so nothing can be said of the program: "
                             "close what takes its CPU, or measure from another machine.");
        }
        return Words::tr("The simulated endpoint could not keep this rate beside the program on this machine: ask for "
                         "fewer streams or a longer interval.");
    case InstrumentVerdict::ChunksLost:
        return Words::tr("Something that was sent did not arrive. Check again; if it happens twice, do not trust runs "
                         "from this machine, and report it with these figures.");
    }
    Q_UNREACHABLE();
}

} // namespace

std::vector<InstrumentRow> instrumentRows(const InstrumentCheck &check)
{
    std::vector<InstrumentRow> rows;
    for (const InstrumentFigure figure : instrumentFigures()) {
        Wording words = wordingOf(check, figure);
        rows.push_back({figure, std::move(words.name), std::move(words.measured), std::move(words.limit),
            withinLimit(check, figure), std::move(words.meaning)});
    }
    return rows;
}

QString instrumentVerdictInWords(InstrumentVerdict verdict)
{
    switch (verdict) {
    case InstrumentVerdict::Ok:
        return Words::tr("ok");
    case InstrumentVerdict::ClientLate:
        return Words::tr("client late");
    case InstrumentVerdict::MachineBusy:
        return Words::tr("machine busy");
    case InstrumentVerdict::ChunksLost:
        return Words::tr("chunks lost");
    }
    Q_UNREACHABLE();
}

QString instrumentLoadInWords(const InstrumentCheck &check)
{
    return Words::tr("%1 stream(s), a chunk each %2", nullptr, check.concurrency)
        .arg(formatCount(check.concurrency), milliseconds(check.intervalMs));
}

QString instrumentAdvice(const InstrumentCheck &check)
{
    QStringList beyond;
    for (const InstrumentFigure figure : instrumentFigures()) {
        if (!withinLimit(check, figure).value_or(true))
            beyond << wordingOf(check, figure).name;
    }
    if (beyond.isEmpty())
        return adviceOn(check);
    return Words::tr("Beyond the limit: %1. %2").arg(beyond.join(u", "_s), adviceOn(check));
}

QString instrumentSummary(const InstrumentCheck &check)
{
    return Words::tr("Instrument check before the run, %1: %2. Chunk lateness %3; %4 of %5 chunks lost.")
        .arg(instrumentLoadInWords(check), instrumentVerdictInWords(check.verdict), spreadInWords(check.lateness),
            formatCount(check.lost), formatCount(check.chunks + check.lost));
}

QString instrumentText(const InstrumentCheck &check)
{
    const QString figure = Words::tr("figure");
    const QString measured = Words::tr("measured");
    const std::vector<InstrumentRow> rows = instrumentRows(check);
    qsizetype nameWidth = figure.size();
    qsizetype measuredWidth = measured.size();
    for (const InstrumentRow &row : rows) {
        nameWidth = std::max(nameWidth, row.name.size());
        measuredWidth = std::max(measuredWidth, row.measured.size());
    }
    const auto line = [&](const QString &result, const QString &name, const QString &value,
                          const QString &limit) -> QString {
        return result.leftJustified(resultWidth) + name.leftJustified(nameWidth + columnGap)
            + (limit.isEmpty() ? value : value.leftJustified(measuredWidth + columnGap) + limit) + u'\n';
    };
    QString text =
        Words::tr("Instrument check: %1, %2").arg(instrumentLoadInWords(check), formatDuration(check.durationS))
        + u"\n\n"_s + line({}, figure, measured, Words::tr("limit"));
    for (const InstrumentRow &row : rows)
        text += line(resultInWords(row.within), row.name, row.measured, row.limit);
    return text + u'\n' + Words::tr("Verdict: %1").arg(instrumentVerdictInWords(check.verdict)) + u'\n'
        + instrumentAdvice(check) + u'\n';
}

} // namespace streamgauge
