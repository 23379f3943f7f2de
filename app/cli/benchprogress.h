// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadplan.h"
#include "models/load/runevent.h"

#include <QElapsedTimer>

#include <iosfwd>
#include <map>
#include <set>

namespace streamgauge {

/// Tells a person how a run goes: a line for each phase, level and warning, and where the stream is a terminal one
/// line more that is written over as the run goes on.
class BenchProgress final {
public:
    BenchProgress(std::ostream &out, bool terminal, LoadPlan plan);

    void show(const LiveSnapshot &snapshot);
    void show(const ProbeDone &done);
    void show(const WarningRaised &raised);
    void show(const LevelEnded &ended);
    void show(const RunFinished &finished);

private:
    void line(const QString &text);
    void liveLine(const LiveSnapshot &snapshot);
    void clearLive();
    void tell(const RunWarning &warning);
    void tellHeld();

    std::ostream &m_out;
    bool m_terminal = false;
    LoadPlan m_plan;
    std::optional<RunPhase> m_phase;
    int m_level = -1;
    std::map<QString, RunWarning> m_held; ///< of the level that runs, by code
    std::set<QString> m_explained; ///< codes whose meaning was told
    bool m_live = false; ///< the live line stands at the cursor
};

} // namespace streamgauge
