// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/bodybuilder.h"
#include "app/load/clientgatherer.h"
#include "app/load/workerport.h"
#include "app/load/workerthread.h"
#include "app/threads/handover.h"
#include "models/load/loadresult.h"
#include "models/load/sharedtexts.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace streamgauge {

/// Runs the phases of a load run that send its prompts, the warm-up and the levels: so many closed-loop slots, spread
/// over worker threads, and so many requests. Lives in the controller's thread. One prompt counter for all phases.
class PhaseRunner final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PhaseRunner)

public:
    struct Setup {
        WorkerSetup worker; ///< `bodies` and `gate` are filled in here
        BodyBuilder::Build build;
        int workers = 1;
        std::function<void(const RequestEnded &)> seeEnded; ///< each request's facts, before they are judged
    };

    explicit PhaseRunner(Setup setup, QObject *parent = nullptr);
    ~PhaseRunner() override;

    /// min(4, cores - 1), at least 1.
    [[nodiscard]] static int usualWorkers();

    /// phaseEnded() follows; one phase at a time.
    void start(int concurrency, int requests);
    /// Cancels what is in flight; phaseEnded() follows soon.
    void stop();
    void useAddress(const QHostAddress &address);

    [[nodiscard]] bool running() const { return m_workersLeft > 0; }
    [[nodiscard]] int inFlight() const;
    [[nodiscard]] qint64 firstDispatchNs() const; ///< -1 before it
    [[nodiscard]] ClientLateness clientSoFar() const;

    /// The phase as far as it has come, requests in the order of their end.
    [[nodiscard]] const LoadLevel &level() const { return m_level; }
    /// The same with what the client saw of itself, requests in the order of their index.
    [[nodiscard]] LoadLevel takeLevel();
    /// The one that ended last, while requestEnded() is told: who keeps it may put its samples aside.
    [[nodiscard]] RequestRecord &lastEnded() { return m_level.requests.back(); }

    /// The bell of the workers and of the body builder.
    Q_INVOKABLE void takeReports();
    Q_INVOKABLE void bodiesFilled();

Q_SIGNALS:
    /// Every slot is told to go.
    void phaseStarted();
    /// The last of level().requests; the rest as in RequestEnded.
    void requestEnded(qint64 slotNs, qint64 turnWaitNs, int chunksTold);
    /// Of requests in flight, some times a second.
    void chunksArrived(const std::vector<streamgauge::LiveChunk> &chunks);
    void phaseEnded();

private:
    void take(WorkerReady);
    void take(const WorkerProgress &progress);
    void take(RequestEnded ended);
    void take(WorkerDone done);
    void startWhenReady();
    [[nodiscard]] std::optional<qint64> suspendedNs() const;

    std::unique_ptr<ConnectGate> m_gate;
    std::unique_ptr<BodyBuilder> m_bodies;
    WorkerSetup m_setup;
    std::function<void(const RequestEnded &)> m_seeEnded;
    Handover<WorkerReport> m_reports;
    std::vector<std::unique_ptr<WorkerThread>> m_workers;

    std::shared_ptr<PhaseCounters> m_counters;
    LoadLevel m_level;
    ClientGatherer m_client;
    SharedTexts m_texts;
    std::optional<qint64> m_suspendedAtGoNs;
    int m_workersUsed = 0;
    int m_workersLeft = 0; ///< that are not done with the phase
    int m_workersReady = 0;
    bool m_filled = false;
    bool m_stopping = false;
};

} // namespace streamgauge
