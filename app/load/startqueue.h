// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clock.h"

#include <deque>
#include <functional>
#include <optional>

namespace streamgauge {

/// The slots of one worker, by number, that wait for their next request, first come, first served. A start takes tens
/// of microseconds in which nothing is read; so where many slots are free at once, at the level's go or when many
/// answers end together, they are started in batches, and what has come is read in between. A batch takes as long as
/// the reading before it did, within bounds; no timer holds anything back.
class StartQueue final {
public:
    enum class Outcome { Started, Finished, NoBody };
    /// Starts the slot, free since `freeNs`, or finishes it where there are no more requests. NoBody: its body is not
    /// built yet, bodyCame() follows.
    using Start = std::function<Outcome(size_t slot, qint64 freeNs)>;

    /// Half of the read lag that a level may have: with it, starts alone make no client late.
    static constexpr qint64 shortestBatchNs = 5'000'000;
    /// Where reading itself takes long. A fifth of the lag that a start burst may cause.
    static constexpr qint64 longestBatchNs = 50'000'000;

    StartQueue(const Clock &clock, Start start);

    /// A new phase. Slots that are added before run() are its first: each is free from its turn in the ramp on.
    void begin(qint64 goNs);
    void addFirst(size_t slot);
    /// The slot is free again: it is started at once, or waits. True where more waits that can be started: another
    /// turn of the loop is wanted.
    [[nodiscard]] bool add(size_t slot, qint64 freeNs);
    void bodyCame() { m_noBody = false; }
    /// The end of a turn of the loop, which took `turnNs` and in which this was the longest lag, below 0 where none was
    /// seen. Starts a batch; true where more waits that can be started.
    [[nodiscard]] bool run(qint64 longestLagNs, qint64 turnNs);
    /// Starts, or finishes, all of them.
    void runAll();

    /// From the phase's go until the last first slot was started; nothing while some wait or where none was.
    [[nodiscard]] std::optional<qint64> rampNs() const;
    /// The longest lag while there were more slots to start than a batch holds, and right after; 0 where none was seen.
    [[nodiscard]] qint64 burstLagNs() const { return m_burstLagNs; }

private:
    struct Waiting {
        size_t slot;
        qint64 freeNs; ///< -1: a first one, whose turn has not come
        bool first;
    };

    void startFront();

    const Clock &m_clock;
    Start m_start;
    std::deque<Waiting> m_waiting;
    qint64 m_goNs = 0;
    qint64 m_lastFirstNs = -1; ///< start of the last first slot so far
    size_t m_firstWaiting = 0;
    qint64 m_spentNs = 0; ///< on starts since the last turn's end
    qint64 m_burstLagNs = 0;
    bool m_burst = false;
    bool m_noBody = false;
};

} // namespace streamgauge
