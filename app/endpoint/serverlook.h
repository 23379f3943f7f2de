// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/curlreply.h"
#include "app/endpoint/endpointsettings.h"
#include "models/core/clock.h"
#include "models/endpoint/serverlimits.h"

#include <QObject>
#include <QPointer>

namespace streamgauge {

class StreamAccessManager;

/// Asks a server for what it tells of its room and speed: /props, /slots and /metrics beside its API, as llama.cpp
/// serves them. Most servers have none of these pages, and that is no failure: what is not told stays unknown. Takes
/// three seconds at most.
class ServerLook final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLook)

public:
    ServerLook(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings, const QUrl &base,
        QObject *parent = nullptr);
    ~ServerLook() override;

    void start();
    void cancel();
    [[nodiscard]] const ServerLimits &limits() const { return m_limits; }

Q_SIGNALS:
    void finished();

private:
    void ask();
    void readSome();
    void replyFinished();

    StreamAccessManager &m_manager;
    const Clock &m_clock;
    const EndpointSettings &m_settings;
    QUrl m_root; ///< the API's base without its /v1
    qint64 m_deadlineNs = 0;
    std::size_t m_page = 0;
    QPointer<CurlReply> m_reply;
    QByteArray m_body;
    ServerLimits m_limits;
};

// What each page tells, added to what is known; a page of another shape tells nothing.
void takeProps(ServerLimits &limits, QByteArrayView page);
void takeSlots(ServerLimits &limits, QByteArrayView page);
void takeMetrics(ServerLimits &limits, QByteArrayView page);

} // namespace streamgauge
