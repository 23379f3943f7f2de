// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/replyfacts.h"

#include "app/endpoint/curlreply.h"
#include "app/endpoint/retryafter.h"

#include <QNetworkReply>

namespace streamgauge {

namespace {

StreamEnd curlEnd(CurlReply::Ending ending)
{
    switch (ending) {
    case CurlReply::Ending::Complete:
        return StreamEnd::BodyEnd;
    case CurlReply::Ending::NotResolved:
    case CurlReply::Ending::NotConnected:
    case CurlReply::Ending::ProxyFailed:
    case CurlReply::Ending::TlsFailed:
    case CurlReply::Ending::ClosedUnanswered:
        return StreamEnd::NoConnection;
    case CurlReply::Ending::Cut:
    case CurlReply::Ending::Malformed:
        return StreamEnd::Cut;
    case CurlReply::Ending::TimedOut:
        return StreamEnd::Timeout;
    case CurlReply::Ending::None:
    case CurlReply::Ending::Aborted:
        return StreamEnd::Cancelled;
    }
    return StreamEnd::Cancelled;
}

/// A status of 400 and above is an error to QNetworkReply, not to the transport.
bool failedInTransport(const QNetworkReply &reply)
{
    if (const auto *curl = qobject_cast<const CurlReply *>(&reply)) {
        const auto ending = curl->ending();
        return ending != CurlReply::Ending::None && ending != CurlReply::Ending::Complete;
    }
    return reply.error() != QNetworkReply::NoError && reply.error() < QNetworkReply::ContentAccessDenied;
}

} // namespace

StreamEnd streamEndOf(const QNetworkReply &reply)
{
    if (const auto *curl = qobject_cast<const CurlReply *>(&reply))
        return curlEnd(curl->ending());
    if (!failedInTransport(reply))
        return StreamEnd::BodyEnd;
    if (reply.error() == QNetworkReply::TimeoutError || reply.error() == QNetworkReply::OperationCanceledError)
        return StreamEnd::Timeout;
    return statusOf(reply) == 0 ? StreamEnd::NoConnection : StreamEnd::Cut;
}

int statusOf(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

void addReplyFacts(const QNetworkReply &reply, StreamFacts &facts)
{
    facts.httpStatus = statusOf(reply);
    facts.serverHeader = QString::fromUtf8(reply.rawHeader("Server"));
    if (facts.httpStatus != 200) {
        facts.location = QString::fromUtf8(reply.rawHeader("Location"));
        facts.retryAfterS = retryAfterSeconds(retryHeadersOf(reply), QDateTime::currentDateTimeUtc());
    }
    if (!failedInTransport(reply))
        return;
    facts.transportError = reply.errorString();
    const auto *curl = qobject_cast<const CurlReply *>(&reply);
    facts.tlsFailure =
        curl ? curl->ending() == CurlReply::Ending::TlsFailed : reply.error() == QNetworkReply::SslHandshakeFailedError;
    // It says more than what the part that could be read looks like.
    if (curl && curl->ending() == CurlReply::Ending::Malformed)
        facts.malformed = reply.errorString();
}

} // namespace streamgauge
