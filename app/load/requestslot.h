// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatrequest.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/load/bodybuilder.h"
#include "app/load/handover.h"
#include "app/load/workerport.h"

#include <QPointer>
#include <QTimer>

namespace streamgauge {

class CurlLoop;
class TurnTicket;

/// One closed-loop client: a connection of its own and one request after the other over it. Lives in its worker's
/// thread; hands every request's record over the moment it ends.
class RequestSlot final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestSlot)

public:
    RequestSlot(CurlLoop &loop, const WorkerSetup &setup, Handover<WorkerReport> &reports, QObject *parent);
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

Q_SIGNALS:
    void opened();
    /// The request is over and the connection is free, since `freeNs`.
    void freed(qint64 freeNs);

private:
    void takeTurn(void (RequestSlot::*next)());
    void turnCame();
    void returnTurn();
    [[nodiscard]] bool needsConnection() const;
    void startOpening();
    void openingEnded();
    void startRequest();
    void requestDispatched();
    void requestEnded();
    void requestIdle();
    void endUndispatched(StreamEnd how);
    void handOver(StreamFacts facts);

    const WorkerSetup &m_setup;
    Handover<WorkerReport> &m_reports;
    StreamAccessManager m_manager;
    ChatRequest m_request;
    QPointer<QNetworkReply> m_opening;
    QTimer m_turnTimeout;
    std::unique_ptr<TurnTicket> m_ticket;
    void (RequestSlot::*m_afterTurn)() = nullptr;

    std::shared_ptr<PhaseCounters> m_counters;
    NumberedBody m_body;
    qint64 m_freeNs = 0;
    qint64 m_startedNs = 0;
    qint64 m_turnWaitNs = -1;
    qint64 m_freeAgainNs = 0;
    bool m_busy = false;
    bool m_dispatched = false;
};

} // namespace streamgauge
