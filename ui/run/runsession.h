// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"
#include "ui/backends.h"

#include <QObject>

#include <optional>
#include <vector>

namespace streamgauge {

/// How far one level of the plan has come.
struct LevelProgress {
    enum class State { Waiting, Running, Done, Interrupted };
    int concurrency = 0;
    State state = State::Waiting;
    int succeeded = 0;
    int failed = 0; ///< did not succeed, timeouts included
    QStringList clientWords = {}; ///< of the level that is done: "client late"
};

/// The run that the window watches: takes events from its source and tells what changed.
class RunSession final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunSession)

public:
    explicit RunSession(Backends backends, QObject *parent = nullptr);

    /// One run at a time; ignored while one is on.
    void start(const LoadRunSetup &setup, bool simulated = false);
    void stop();
    /// What the results of later runs keep of this machine.
    void setInstrumentCheck(std::optional<InstrumentCheck> check) { m_instrumentCheck = std::move(check); }

    [[nodiscard]] bool isRunning() const { return m_source != nullptr; }
    [[nodiscard]] bool isStopping() const { return m_stopping; }
    [[nodiscard]] bool isSimulated() const { return m_simulated; }
    [[nodiscard]] const LoadRunSetup &setup() const { return m_setup; }
    [[nodiscard]] const LiveSnapshot &latest() const { return m_latest; }
    [[nodiscard]] const std::vector<LevelProgress> &levels() const { return m_levels; }
    /// Kind -> count over the levels so far.
    [[nodiscard]] std::map<QString, int> errors() const;
    /// Their messages as plainExcerpt() leaves them.
    [[nodiscard]] const std::vector<RunWarning> &warnings() const { return m_warnings; }
    /// Of the last run, once it is over.
    [[nodiscard]] const std::optional<RunFinished> &outcome() const { return m_outcome; }

Q_SIGNALS:
    void started();
    void snapshotTaken(const streamgauge::LiveSnapshot &snapshot);
    void progressed(); ///< after a batch of events: phase, levels, warnings, stopping
    void finished();

private:
    void takeEvents();
    void take(const LiveSnapshot &snapshot);
    void take(const ProbeDone &done);
    void take(const WarningRaised &raised);
    void take(const LevelEnded &ended);
    void take(const RunFinished &finished);

    Backends m_backends;
    RunSource *m_source = nullptr;
    LoadRunSetup m_setup;
    std::optional<InstrumentCheck> m_instrumentCheck;
    LiveSnapshot m_latest;
    std::vector<LevelProgress> m_levels;
    std::map<QString, int> m_endedErrors;
    std::vector<RunWarning> m_warnings;
    std::optional<RunFinished> m_outcome;
    bool m_stopping = false;
    bool m_simulated = false; ///< as the connection test or the run's own told
};

} // namespace streamgauge
