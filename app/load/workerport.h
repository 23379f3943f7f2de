// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/streamcount.h"
#include "app/load/clientsamples.h"
#include "app/load/livechunk.h"
#include "models/core/clock.h"
#include "models/endpoint/streamfacts.h"

#include <QHostAddress>
#include <QUrl>

#include <atomic>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace streamgauge {

class BodyBuilder;
class ConnectGate;

/// What all workers of a run share; made once, when the connection test and the calibration are over.
struct WorkerSetup {
    std::shared_ptr<const RequestBuilder> requests;
    QNetworkRequest modelList; ///< opens a connection that is to be kept
    QHostAddress address; ///< measured; null: not resolved
    bool ownConnections = true; ///< each request opens and closes its own
    bool keepSimulatorStamps = false; ///< the facts tell when a simulated endpoint sent each chunk
    qint64 timeoutNs = 0;
    int mostChunks = 0; ///< of an answer, as in ChatStream::Options
    BodyBuilder *bodies = nullptr;
    ConnectGate *gate = nullptr;
    const Clock *clock = nullptr;
};

/// Counted by all workers of a phase at the moment things happen.
class PhaseCounters final {
public:
    void dispatched(qint64 dispatchNs)
    {
        qint64 first = m_firstDispatchNs;
        while ((first < 0 || dispatchNs < first) && !m_firstDispatchNs.compare_exchange_weak(first, dispatchNs)) { }
    }
    /// Counts requests from dispatch to their reply's end.
    [[nodiscard]] StreamCount &streams() { return m_streams; }
    [[nodiscard]] const StreamCount &streams() const { return m_streams; }
    [[nodiscard]] qint64 firstDispatchNs() const { return m_firstDispatchNs; } ///< -1 before it

private:
    StreamCount m_streams;
    std::atomic<qint64> m_firstDispatchNs = -1;
};

// Commands to a worker.

/// Have so many slots ready, their connections open where the server keeps them.
struct PreparePhase {
    int slotCount = 0;
    std::shared_ptr<PhaseCounters> counters;
};
/// All slots are free, the phase counts from `goNs`: take bodies until there are no more.
struct StartPhase {
    qint64 goNs = 0;
};
/// Cancel what is in flight, take nothing more.
struct StopPhase { };
/// The endpoint's name means another address now.
struct UseAddress {
    QHostAddress address;
};
struct QuitWorker { };

using WorkerCommand = std::variant<PreparePhase, StartPhase, StopPhase, UseAddress, QuitWorker>;

// Reports of a worker.

struct WorkerReady { };
/// Judged by whoever takes it: the worker's time belongs to the streams.
struct RequestEnded {
    quint64 number = 0;
    StreamFacts facts;
    qint64 freeNs = 0; ///< the slot had been free since
    qint64 slotNs = 0; ///< from then to the request's end
    qint64 turnWaitNs = -1; ///< its wait for a turn to connect; -1 where none was needed
    int chunksTold = 0; ///< of its content chunks, that came with a WorkerProgress before
};
/// What arrived since the last one, some times a second: a long answer is to be seen while it goes on.
struct WorkerProgress {
    std::vector<LiveChunk> chunks;
    ClientSamples client;
};
/// All slots of the phase have finished, or were stopped.
struct WorkerDone {
    ClientSamples client;
    std::optional<qint64> rampNs; ///< nothing where it was stopped before, or had no request to start
};

using WorkerReport = std::variant<WorkerReady, WorkerProgress, RequestEnded, WorkerDone>;

} // namespace streamgauge
