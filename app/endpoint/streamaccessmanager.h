// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkRequest>

#include <memory>
#include <optional>

namespace streamgauge {

class CurlLoop;

/// Attributes of a QNetworkRequest that the transport reads. request.transferTimeout() is the whole request's time
/// left in milliseconds (connect, headers, stream), not an idle timer.
namespace TransportAttribute {
/// bool: a connection of the request's own, opened for it and closed after it; nothing can be re-sent.
inline constexpr auto ownConnection = static_cast<QNetworkRequest::Attribute>(QNetworkRequest::User + 1);
/// bool: this request must not be sent over a connection that stood before it (it may be kept afterwards).
inline constexpr auto freshConnection = static_cast<QNetworkRequest::Attribute>(QNetworkRequest::User + 2);
} // namespace TransportAttribute

/// One slot's connection: a QNetworkAccessManager whose replies are CurlReply objects, driven by libcurl. At most one
/// connection is kept, for requests of one route (see setRoute()). Never re-sends a request, never follows a redirect,
/// never asks the environment for a proxy.
/// Its replies are its children and go with it; one that was given another parent then ends as aborted, without a
/// signal.
class StreamAccessManager final : public QNetworkAccessManager {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StreamAccessManager)

public:
    explicit StreamAccessManager(CurlLoop &loop, QObject *parent = nullptr);
    ~StreamAccessManager() override;

    /// Requests to host:port go to that address without a look-up. A null address takes that back.
    void setResolved(const QString &host, quint16 port, const QHostAddress &address);

    /// Whether the connection that the last finished reply left behind still stands, seen on its socket; nothing when
    /// it left none.
    [[nodiscard]] std::optional<bool> keptConnectionAlive() const;

    /// Drops the kept connection, if any; where another reply of this manager is running, when that has ended.
    void closeKeptConnection();

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request, QIODevice *body) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
