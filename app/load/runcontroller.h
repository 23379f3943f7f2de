// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/curlloop.h"
#include "app/endpoint/hostlookup.h"
#include "app/endpoint/probe.h"
#include "app/load/levelwatch.h"
#include "app/load/loadrun.h"
#include "app/load/runjournal.h"
#include "app/load/runlimits.h"
#include "app/load/runreporter.h"
#include "app/record/atomicfile.h"
#include "app/threads/handover.h"
#include "models/load/loadresult.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

class QSocketNotifier;

namespace streamgauge {

class Calibrator;
class PhaseRunner;

enum class RunOrder { Stop, Quit };

/// Takes a load run through its phases (load method, steps 1 to 6) in a thread of its own. Everything that leaves it
/// goes through the handover of events; RunFinished is the last.
class RunController final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunController)

public:
    /// `loop` ends at RunOrder::Quit.
    RunController(const LoadRunSetup &setup, Handover<RunOrder> &orders, Handover<RunEvent> &events, QEventLoop &loop);
    ~RunController() override;

    /// The first thing in the loop: orders that came before it, then the run unless one of them stopped it.
    Q_INVOKABLE void begin();

    /// The bell of the orders.
    Q_INVOKABLE void takeOrders();

private:
    enum class Stage { NotStarted, Probing, Calibrating, Resolving, WarmingUp, Level, Finished };

    void listenForSignals();
    void start();
    [[nodiscard]] Result<void> checkPlace();
    void nameFile();
    void stop();
    void stopNow();

    void probe();
    void probeOver();
    void calibrate();
    void calibrationOver();
    void prepareRunner();
    void warmUp();
    void warmUpOver();
    void startLevel();
    void requestEnded(qint64 slotNs, qint64 turnWaitNs, int chunksTold);
    void phaseEnded();
    void levelOver();
    void nextLevel();
    void resolveAgain();
    void resolved(const std::vector<QHostAddress> &addresses);
    void keepPartial();
    [[nodiscard]] LoadLevel takeLevel();

    [[nodiscard]] WorkerSetup workerSetup() const;
    [[nodiscard]] bool countsChunks() const;
    void warn(const std::vector<RunWarning> &warnings);
    [[nodiscard]] bool openJournal();
    void kept(const Result<void> &inJournal);
    void tellMovedJournal();
    void closeJournal();
    void save();
    void conclude();
    void finish(int exitCode, std::optional<Error> error = std::nullopt);
    void tick();

    LoadRunSetup m_setup;
    Handover<RunOrder> &m_orders;
    QEventLoop &m_loop;
    CurlLoop m_curl;
    HostLookup m_lookup;
    RunReporter m_reporter;
    RunLimits m_limits;
    AtomicFile m_file;
    std::optional<RunJournal> m_journal; ///< from the first level to the results
    std::optional<Error> m_journalError; ///< the run ended because of it
    QTimer m_ticker;

    Stage m_stage = Stage::NotStarted;
    bool m_stopping = false;
    LoadResult m_result;
    bool m_measured = false; ///< a level has been started: there is something to write
    std::optional<Error> m_saveError;
    bool m_written = false;
    size_t m_level = 0;

    Probe::Outcome m_probed;
    std::unique_ptr<Probe> m_probe;
    std::unique_ptr<Calibrator> m_calibrator;
    std::unique_ptr<PhaseRunner> m_runner;
    std::optional<LevelWatch> m_watch;
};

} // namespace streamgauge
