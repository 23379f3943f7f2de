// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatrequest.h"
#include "app/endpoint/connectgate.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/load/bodybuilder.h"
#include "app/load/workerport.h"
#include "app/threads/handover.h"

#include <QPointer>
#include <QTimer>

namespace streamgauge {

class CurlLoop;

/// One closed-loop client: a connection of its own and one request after the other over it. Lives in its worker's
/// thread; hands every request's record over the moment it ends.
class RequestSlot final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestSlot)

public:
    RequestSlot(CurlLoop &loop, const WorkerSetup &setup, Handover<WorkerReport> &reports);
    ~RequestSlot() override;

    void useAddress(const QHostAddress &address);

    /// Opens the connection by one GET of the model list, unless it stands. opened() follows, also when it failed:
    /// the connection then opens at the first request.
    void open();
    void giveUpOpening();

    /// Sends this body; the slot has been free since `freeNs`. freed() follows.
    void send(NumberedBody body, qint64 freeNs, std::shared_ptr<PhaseCounters> counters);
    void cancel();
    [[nodiscard]] bool busy() const { return m_busy; }
    /// Appends the content chunks that came since the last call.
    void tellNewChunks(std::vector<LiveChunk> &into);

Q_SIGNALS:
    void opened();
    /// The request is over and the connection is free, since `freeNs`.
    void freed(qint64 freeNs);

private:
    using Step = void (RequestSlot::*)();

    void inTurn(Step next);
    void takeTurn(Step next);
    void turnCame(ConnectGate::Turn turn);
    void leaveTurn();
    void get();
    void openingEnded();
    void post();
    void reconnect();
    void requestDispatched();
    void requestEnded();
    void requestIdle();
    void endUndispatched(StreamEnd how);
    void handOver(StreamFacts facts);

    const WorkerSetup &m_setup;
    Handover<WorkerReport> &m_reports;
    StreamAccessManager m_manager;
    ChatRequest m_request;
    QPointer<QNetworkReply> m_opening; ///< the GET that opens the connection
    bool m_isOpening = false; ///< from open() to opened()

    ConnectGate::Ticket m_ticket; ///< waiting for a turn to connect
    ConnectGate::Turn m_turn; ///< held while connecting
    Step m_afterTurn = nullptr;
    QTimer m_turnLimit; ///< the request's time may run out while it waits

    std::shared_ptr<PhaseCounters> m_counters;
    NumberedBody m_body;
    qint64 m_freeNs = 0;
    qint64 m_startedNs = 0;
    qint64 m_turnWaitNs = -1;
    qint64 m_freeAgainNs = 0;
    size_t m_chunksTold = 0;
    bool m_busy = false;
};

} // namespace streamgauge
