// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/bytesink.h"

#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkReply>

#include <memory>

namespace streamgauge {

class CurlTransfer;
class StreamAccessManager;

/// A reply with stamps. readyRead()/readAll() work as on any reply; with a sink the bytes go there instead.
/// error() and errorString() as usual (a status of 400 and above is an error too, 3xx is none); the facts below say
/// more precisely how the transfer went. Times are the loop's clock in nanoseconds.
class CurlReply final : public QNetworkReply {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurlReply)

public:
    /// How the transfer ended, once finished.
    enum class Ending {
        None, ///< still running
        Complete, ///< the body ended as HTTP frames it
        NotResolved, ///< no such host
        NotConnected, ///< refused, unreachable
        ProxyFailed, ///< the proxy refused, was not reached or did not reach the endpoint
        TlsFailed,
        ClosedUnanswered, ///< the connection ended before a response byte; on a kept one the caller may dispatch once
                          ///< more
        Cut, ///< ended after the status line: reset, early close, broken framing, short gzip
        Malformed, ///< bytes that are no status line, endless headers, unknown content coding, decompression bomb
        TimedOut,
        Aborted,
    };

    ~CurlReply() override;

    void setSink(ByteSink *sink);

    [[nodiscard]] Ending ending() const;
    [[nodiscard]] qint64 startedNs() const; ///< createRequest()
    [[nodiscard]] qint64 dispatchNs() const; ///< connection stands, nothing sent yet; -1 until then
    [[nodiscard]] qint64 headersNs() const; ///< read that brought the final status line; -1 until then
    [[nodiscard]] qint64 endedNs() const; ///< last read or failure; -1 while running
    [[nodiscard]] int connects() const; ///< connections opened for it: 0 on a kept one
    [[nodiscard]] bool responseByteSeen() const;
    [[nodiscard]] QHostAddress peer() const; ///< once dispatched
    [[nodiscard]] int httpStatus() const; ///< final status; 0 until then
    /// DER of the certificate that was shown, where ending() is TlsFailed; "" where none was.
    [[nodiscard]] QByteArray peerCertificate() const;

    void abort() override;
    [[nodiscard]] bool isSequential() const override;
    [[nodiscard]] qint64 bytesAvailable() const override;

Q_SIGNALS:
    /// The connection stands and the request is being sent (delivered after the loop's reads, not from a callback).
    void dispatched();

protected:
    qint64 readData(char *data, qint64 maxSize) override;

private:
    friend class StreamAccessManager;
    class Private;
    /// `transfer` is not started yet.
    CurlReply(std::shared_ptr<CurlTransfer> transfer, QNetworkAccessManager::Operation operation,
        const QNetworkRequest &request, StreamAccessManager *manager);
    void start();
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
