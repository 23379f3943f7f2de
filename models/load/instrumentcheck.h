// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadplan.h"
#include "models/stats/distribution.h"

#include <QDateTime>
#include <QString>
#include <QStringView>

#include <optional>
#include <vector>

namespace streamgauge {

enum class InstrumentVerdict {
    Ok,
    ClientLate, ///< this program read, sent or ran later than its limits allow
    MachineBusy, ///< timers were late at rest, or the simulated endpoint could not keep its schedule
    ChunksLost, ///< a chunk that was sent did not arrive, or a stream failed
};

[[nodiscard]] QString instrumentVerdictName(InstrumentVerdict verdict);
[[nodiscard]] std::optional<InstrumentVerdict> instrumentVerdictFromName(QStringView name);

/// What a figure may come to at most. Latenesses of chunks are judged beyond the floor: what a bare timer of the same
/// machine was late by is not the client's.
struct InstrumentLimits {
    double latenessP99Ms = 25; ///< about one gap between tokens, in one chunk of a hundred: no median feels it
    double latenessMaxMs = 100; ///< of a single chunk: more would pass for a stall of the server
    double startLatenessMaxMs = 250; ///< while all streams start at once
    /// A machine with a core to spare keeps timers within a fraction of a millisecond. Later than that at rest,
    /// something else holds the CPU, and no other figure says anything of the client.
    double floorP99Ms = 1;
    double floorMaxMs = 50; ///< a single hiccup is not yet a busy machine
    /// As late as a chunk may be: beyond it the asked rate was not offered.
    double senderP99Ms = 25;
    double dispatchDelayP99Ms = 5; ///< as for a level of a run
    double eventLoopLagP99Ms = 20; ///< as for a level of a run
    double readLagP99Ms = 10; ///< as for a level of a run
    double cpuShare = 0.9; ///< as for a level of a run

    friend bool operator==(const InstrumentLimits &, const InstrumentLimits &) = default;
};

/// What was found when the program measured the simulated endpoint, whose send stamps are known. Times in nanoseconds.
struct InstrumentCheck {
    static constexpr int maxConcurrency = LoadPlan::maxConcurrency;
    static constexpr int maxIntervalMs = 1000;

    QDateTime createdAt; ///< UTC
    int concurrency = 0;
    int intervalMs = 0; ///< between the chunks of a stream, as asked
    double durationS = 0; ///< from the go to the end of the last stream
    int streams = 0; ///< that ended
    int failed = 0; ///< of them, that did not end as they should
    int cut = 0; ///< of them, that ran when the time was up; their chunks count, but cannot be called lost
    qint64 chunks = 0; ///< content chunks that arrived
    qint64 lost = 0; ///< chunks that the endpoint says it sent in streams that ended, less those that arrived
    Distribution lateness; ///< arrival less send stamp, once all streams run
    Distribution startLateness; ///< the same until each stream of the first wave has its first chunk
    Distribution floor; ///< of a bare timer, before and after, while nothing else ran here
    Distribution sender; ///< send stamp less the moment when the chunk was due
    std::optional<double> cpuUsPerChunk; ///< CPU time of the whole process
    std::optional<double> chunksPerRead;
    int peakInFlight = 0;
    Distribution dispatchDelay;
    Distribution eventLoopLag;
    std::optional<Distribution> readLag; ///< from the kernel's receipt to our read, where the system tells
    std::optional<double> cpuShare; ///< of the busiest worker thread
    InstrumentLimits limits;
    InstrumentVerdict verdict = InstrumentVerdict::Ok;

    friend bool operator==(const InstrumentCheck &, const InstrumentCheck &) = default;
};

enum class InstrumentFigure {
    Lateness,
    StartLateness,
    Floor,
    Sender,
    DispatchDelay,
    EventLoopLag,
    ReadLag,
    CpuShare,
    CpuPerChunk,
    ChunksPerRead,
    PeakInFlight,
    Streams,
    Lost,
};

/// All figures, those that the verdict looks at first in front.
[[nodiscard]] const std::vector<InstrumentFigure> &instrumentFigures();
/// Whether a figure keeps its limit; nothing where it has none. For a p99 stands what TypicalLag gives.
[[nodiscard]] std::optional<bool> withinLimit(const InstrumentCheck &check, InstrumentFigure figure);
/// The first that holds: chunks lost; the machine's timers late; the client late; the sender late; ok.
[[nodiscard]] InstrumentVerdict judgeInstrument(const InstrumentCheck &check);

} // namespace streamgauge
