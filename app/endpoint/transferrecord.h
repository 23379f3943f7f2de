// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/responsehead.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <curl/curl.h>

#include <memory>
#include <string>
#include <vector>

namespace streamgauge {

struct TransferRoute;

/// What one transfer is to send, as plain values.
struct TransferRequest {
    QByteArray url;
    QByteArray verb;
    QByteArray body;
    QList<QByteArray> headerLines; ///< as libcurl takes them: "Name: value", "Name:" leaves one out
    QList<QByteArray> resolved; ///< "host:port:address"
    QString place; ///< host:port, for messages
    std::shared_ptr<const TransferRoute> route; ///< null: straight, any family, this machine's authorities
    int timeoutMs = 0; ///< 0 = none
    bool hasBody = false;
    bool https = false;
    bool ownConnection = false;
    bool freshConnection = false;
};

/// What libcurl's callbacks saw of one transfer. Times are the loop's clock, -1 until they came.
struct TransferRecord {
    /// Why a callback of ours ended the transfer, or what makes its end a false one.
    enum class Fault { None, SentTwice, HeadTooLong, UnknownCoding, CorruptCoding, TooLarge };

    /// The body bytes from the end of the one before up to `end`, read at `stampNs`.
    struct Segment {
        qint64 stampNs = 0;
        qsizetype end = 0;
    };

    qint64 startedNs = -1;
    qint64 dispatchNs = -1;
    qint64 headersNs = -1;
    qint64 endedNs = -1;
    int connects = 0;
    std::string peer;
    bool responseByteSeen = false;
    ResponseHead head;
    QByteArray bytes; ///< body, decoded, not yet delivered
    std::vector<Segment> segments;
    Fault fault = Fault::None;
    bool codingEnded = true; ///< the body's content coding is complete, or there is none
    bool ended = false;
    CURLcode result = CURLE_OK;
    long systemError = 0; ///< errno of a failed connection attempt
    int connectStatus = 0; ///< HTTP status of a proxy's answer to CONNECT; 0 = none
    QString tlsError;
    QByteArray peerCertificate; ///< DER, of a failed handshake; "" where none was shown
    bool tlsAnswered = false; ///< the first bytes of an answer to plain http were TLS
};

} // namespace streamgauge
