// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatstream.h"
#include "models/core/clock.h"
#include "models/endpoint/streamfacts.h"

#include <QNetworkRequest>
#include <QObject>

#include <memory>
#include <span>

class QNetworkAccessManager;

namespace streamgauge {

/// One streamed chat completion from start to its facts; owns one reply at a time. Ends at [DONE] (a kept connection is
/// then drained for at most longestDrainNs, after ended() and before idle()), at the end of the body, 2 s after a
/// finish_reason or error event without another event, or at the timeout. On a kept connection that dies before a
/// response byte it dispatches once more on a fresh one (attempts = 2). A reply that is not 200 is read for 2 s and 64
/// KiB at most. Cancel before, during and after is legal; deleting it aborts. Deleting, cancelling and starting again
/// are legal in its own signals. A manager without stamps (the stock one) is stamped by the clock, as its signals come.
class ChatRequest final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChatRequest)

public:
    struct Setup {
        QNetworkRequest request; ///< URL, headers and transport attributes
        QByteArray body;
        qint64 timeoutNs = 0; ///< the whole request's, from start(); 0 = none
        bool ownConnection = true; ///< closed at once after its end; else kept and drained
        bool waitsToReconnect = false; ///< a second dispatch waits for reconnect()
        int chunkLimit = 0; ///< closes the stream (Cancelled) after so many content chunks; 0 = never
        ChatStream::Options stream;
    };

    ChatRequest(QNetworkAccessManager &manager, const Clock &clock, QObject *parent = nullptr);
    ~ChatRequest() override;

    /// `startedNs`: the moment the slot took it up, from which the timeout counts (a wait for a connection turn may
    /// lie between it and now).
    void start(Setup setup, qint64 startedNs);
    void cancel();
    /// The answer to reconnectWanted(); nothing happens where none is wanted any more.
    void reconnect();
    [[nodiscard]] bool running() const;
    /// Arrivals of its content chunks so far, nothing unless it is running; until the event loop runs again.
    [[nodiscard]] std::span<const qint64> chunkArrivals() const;
    /// Of the running request's last dispatch, -1 before it.
    [[nodiscard]] qint64 dispatchNs() const;
    /// The last request ended because chunkLimit was reached.
    [[nodiscard]] bool chunkLimitReached() const;
    /// At idle(): the last reply was drained in vain, its body never ended. Its connection is gone.
    [[nodiscard]] bool bodyHeldOpen() const;

Q_SIGNALS:
    /// Once an attempt.
    void dispatched();
    /// The kept connection died before a response byte: the second dispatch needs a fresh one. Only with
    /// waitsToReconnect.
    void reconnectWanted();
    /// The request is over; takeFacts() has its facts.
    void ended();
    /// The connection is free for the next request (right after ended() unless it is drained).
    void idle();

public:
    [[nodiscard]] StreamFacts takeFacts();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
