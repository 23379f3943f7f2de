// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/receivetimes.h"
#include "models/core/clock.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

class QSocketNotifier;

namespace streamgauge {

class CurlLoopCore;
class StreamCount;

/// The heart of one worker thread: one epoll descriptor behind one QSocketNotifier, all deadlines behind one timerfd.
/// A turn is: wait for sockets; let libcurl act on every ready socket and due deadline (callbacks only record); then
/// deliver, reply by reply, bytes before finished. No turn runs inside another one.
/// Managers belong to it for life. Loop, managers and replies live in one thread and may be used there only; all of
/// them may be moved to another one together, also while transfers run, but not from inside a delivery: the managers
/// first, the loop last (or at once, as its children).
class CurlLoop final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurlLoop)

public:
    explicit CurlLoop(const Clock &clock = SteadyClock::instance(), QObject *parent = nullptr);
    ~CurlLoop() override;

    [[nodiscard]] const Clock &clock() const;

    /// Starts a beat in the epoll set each `intervalNs`; its lateness is the loop's own lag. 0 stops it. Beats and
    /// deadlines are CLOCK_MONOTONIC's, whatever the injected clock says; that one gives the stamps.
    void setBeat(qint64 intervalNs);
    /// Lateness of the beats since the last call, nanoseconds.
    [[nodiscard]] std::vector<qint64> takeBeatLags();
    /// Lags of the sampled reads since the last call.
    [[nodiscard]] ReadLagSamples takeReadLags();
    /// The longest lag of a beat or of a sampled read since the last call, nanoseconds; -1 where there was none.
    [[nodiscard]] qint64 takeLongestLag();

    /// Requests that are sent from now on count there, until their replies end; null: nowhere.
    void setStreamCount(std::shared_ptr<StreamCount> count);

    /// `turnEnd` is called at the end of each turn, when everything that was read is delivered, with the nanoseconds
    /// that the turn has taken; what is legal in a handler is legal there. Where it returns true another turn follows
    /// at once: what has come in the meantime is read first. It is set once.
    void setTurnEnd(std::function<bool(qint64 turnNs)> turnEnd);
    /// Makes a turn follow at once.
    void wantTurn();

protected:
    bool event(QEvent *event) override;

private:
    friend class StreamAccessManager;
    std::shared_ptr<CurlLoopCore> m_core; ///< connections that outlive the loop keep it
    QSocketNotifier *m_notifier;
};

} // namespace streamgauge
