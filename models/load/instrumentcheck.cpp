// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/instrumentcheck.h"

#include "models/core/nametable.h"
#include "models/load/clientlateness.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr NameTable<InstrumentVerdict, 4> verdictNames{{
    {InstrumentVerdict::Ok, u"ok"},
    {InstrumentVerdict::ClientLate, u"client_late"},
    {InstrumentVerdict::MachineBusy, u"machine_busy"},
    {InstrumentVerdict::ChunksLost, u"chunks_lost"},
}};

double ms(const std::optional<double> &ns)
{
    return ns.value_or(0) / 1e6;
}

double tailMs(const Distribution &distribution)
{
    return TypicalLag::of(distribution).ns / 1e6;
}

bool latenessWithin(const InstrumentCheck &check)
{
    const InstrumentLimits &limits = check.limits;
    const Distribution &late = check.lateness;
    const Distribution &floor = check.floor;
    return tailMs(late) - tailMs(floor) <= limits.latenessP99Ms && ms(late.max) - ms(floor.max) <= limits.latenessMaxMs;
}

} // namespace

QString instrumentVerdictName(InstrumentVerdict verdict)
{
    return nameIn(verdictNames, verdict);
}

std::optional<InstrumentVerdict> instrumentVerdictFromName(QStringView name)
{
    return valueIn(verdictNames, name);
}

const std::vector<InstrumentFigure> &instrumentFigures()
{
    using enum InstrumentFigure;
    static const std::vector<InstrumentFigure> all{Lateness, StartLateness, Lost, Streams, Floor, Sender, DispatchDelay,
        EventLoopLag, ReadLag, CpuShare, PeakInFlight, CpuPerChunk, ChunksPerRead};
    return all;
}

std::optional<bool> withinLimit(const InstrumentCheck &check, InstrumentFigure figure)
{
    const InstrumentLimits &limits = check.limits;
    switch (figure) {
    case InstrumentFigure::Lateness:
        return latenessWithin(check);
    case InstrumentFigure::StartLateness:
        return ms(check.startLateness.max) - ms(check.floor.max) <= limits.startLatenessMaxMs;
    case InstrumentFigure::Floor:
        return tailMs(check.floor) <= limits.floorP99Ms && ms(check.floor.max) <= limits.floorMaxMs;
    case InstrumentFigure::Sender:
        return tailMs(check.sender) <= limits.senderP99Ms;
    case InstrumentFigure::DispatchDelay:
        return tailMs(check.dispatchDelay) <= limits.dispatchDelayP99Ms;
    case InstrumentFigure::EventLoopLag:
        return tailMs(check.eventLoopLag) <= limits.eventLoopLagP99Ms;
    case InstrumentFigure::ReadLag:
        return check.readLag ? std::optional(tailMs(*check.readLag) <= limits.readLagP99Ms) : std::nullopt;
    case InstrumentFigure::CpuShare:
        return check.cpuShare.value_or(0) <= limits.cpuShare;
    case InstrumentFigure::PeakInFlight:
        return check.peakInFlight >= check.concurrency;
    case InstrumentFigure::Streams:
        return check.failed == 0;
    case InstrumentFigure::Lost:
        return check.lost == 0;
    case InstrumentFigure::CpuPerChunk:
    case InstrumentFigure::ChunksPerRead:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

InstrumentVerdict judgeInstrument(const InstrumentCheck &check)
{
    const auto beyond = [&check](InstrumentFigure figure) { return !withinLimit(check, figure).value_or(true); };
    using enum InstrumentFigure;
    if (beyond(Lost) || beyond(Streams))
        return InstrumentVerdict::ChunksLost;
    if (beyond(Floor))
        return InstrumentVerdict::MachineBusy;
    constexpr InstrumentFigure ofClient[] = {
        Lateness, StartLateness, DispatchDelay, EventLoopLag, ReadLag, CpuShare, PeakInFlight};
    if (std::ranges::any_of(ofClient, beyond))
        return InstrumentVerdict::ClientLate;
    return beyond(Sender) ? InstrumentVerdict::MachineBusy : InstrumentVerdict::Ok;
}

} // namespace streamgauge
