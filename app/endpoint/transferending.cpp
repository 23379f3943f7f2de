// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/transferending.h"

#include "app/endpoint/proxyfailure.h"

#include <QCoreApplication>

#include <cerrno>

namespace streamgauge {

namespace {

using Ending = CurlReply::Ending;
using Fault = TransferRecord::Fault;

constexpr int proxyWantsPassword = 407;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(TransferEnding)
};

bool isTlsFailure(CURLcode code)
{
    switch (code) {
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_CLIENTCERT:
    case CURLE_USE_SSL_FAILED:
        return true;
    default:
        return false;
    }
}

/// Codes with which libcurl refuses what came, rather than misses something.
bool isRefusedResponse(CURLcode code)
{
    return code == CURLE_UNSUPPORTED_PROTOCOL // no status line, or that of another protocol
        || code == CURLE_WEIRD_SERVER_REPLY || code == CURLE_BAD_CONTENT_ENCODING
        || code == CURLE_OUT_OF_MEMORY; // a header line over its limit
}

Ending endingBeforeDispatch(CURLcode code, bool throughProxy)
{
    if (isTlsFailure(code))
        return Ending::TlsFailed;
    if (throughProxy)
        return Ending::ProxyFailed;
    return code == CURLE_COULDNT_RESOLVE_HOST ? Ending::NotResolved : Ending::NotConnected;
}

Ending kindOf(const TransferRecord &record, const TransferRequest &request)
{
    if (record.fault == Fault::SentTwice)
        return record.responseByteSeen ? Ending::Malformed : Ending::ClosedUnanswered;
    if (record.fault != Fault::None)
        return Ending::Malformed;
    if (record.result == CURLE_OPERATION_TIMEDOUT)
        return Ending::TimedOut;
    if (hasProxy(request) && record.head.status() == proxyWantsPassword)
        return Ending::ProxyFailed; // only a proxy answers so
    if (record.dispatchNs < 0)
        return endingBeforeDispatch(record.result, hasProxy(request));
    if (isRefusedResponse(record.result))
        return Ending::Malformed;
    if (record.result == CURLE_OK && record.head.complete() && record.codingEnded)
        return Ending::Complete;
    if (record.head.status() != 0)
        return Ending::Cut;
    return record.responseByteSeen ? Ending::Malformed : Ending::ClosedUnanswered;
}

QNetworkReply::NetworkError errorOf(Ending ending)
{
    switch (ending) {
    case Ending::None:
    case Ending::Complete:
        return QNetworkReply::NoError;
    case Ending::NotResolved:
        return QNetworkReply::HostNotFoundError;
    case Ending::NotConnected:
        return QNetworkReply::ConnectionRefusedError;
    case Ending::ProxyFailed:
        return QNetworkReply::ProxyConnectionRefusedError;
    case Ending::TlsFailed:
        return QNetworkReply::SslHandshakeFailedError;
    case Ending::ClosedUnanswered:
    case Ending::Cut:
        return QNetworkReply::RemoteHostClosedError;
    case Ending::Malformed:
        return QNetworkReply::ProtocolFailure;
    case Ending::TimedOut:
        return QNetworkReply::TimeoutError;
    case Ending::Aborted:
        return QNetworkReply::OperationCanceledError;
    }
    Q_UNREACHABLE();
}

/// As QNetworkAccessManager reports them.
QNetworkReply::NetworkError errorOfStatus(int status)
{
    switch (status) {
    case 400:
        return QNetworkReply::ProtocolInvalidOperationError;
    case 401:
        return QNetworkReply::AuthenticationRequiredError;
    case 403:
        return QNetworkReply::ContentAccessDenied;
    case 404:
        return QNetworkReply::ContentNotFoundError;
    case 405:
        return QNetworkReply::ContentOperationNotPermittedError;
    case 407:
        return QNetworkReply::ProxyAuthenticationRequiredError;
    case 409:
        return QNetworkReply::ContentConflictError;
    case 410:
        return QNetworkReply::ContentGoneError;
    case 500:
        return QNetworkReply::InternalServerError;
    case 501:
        return QNetworkReply::OperationNotImplementedError;
    case 503:
        return QNetworkReply::ServiceUnavailableError;
    default:
        return status >= 500 ? QNetworkReply::UnknownServerError
            : status >= 400  ? QNetworkReply::UnknownContentError
                             : QNetworkReply::NoError;
    }
}

QString malformedText(const TransferRecord &record)
{
    switch (record.fault) {
    case Fault::HeadTooLong:
        return Texts::tr("%1 sent more than 256 KiB of header lines. Is it a web server?");
    case Fault::UnknownCoding:
        return Texts::tr("%1 compressed its answer as \"%2\", which was not asked for and cannot be read.");
    case Fault::CorruptCoding:
        return Texts::tr("%1 sent a compressed answer that is damaged.");
    case Fault::TooLarge:
        return Texts::tr("%1 sent an answer that swells beyond all measure when it is unpacked.");
    case Fault::SentTwice:
    case Fault::None:
        break;
    }
    if (record.result == CURLE_OUT_OF_MEMORY) // as libcurl calls it
        return Texts::tr("%1 sent a header line that does not end. Is it a web server?");
    if (record.tlsAnswered)
        return Texts::tr("%1 speaks TLS on this port: begin the address with https://.");
    return Texts::tr("%1 answered with bytes that are no HTTP response. Check address and port.");
}

QString notConnectedText(const TransferRecord &record)
{
    if (record.result == CURLE_URL_MALFORMAT || record.result == CURLE_UNSUPPORTED_PROTOCOL)
        return Texts::tr("%1 is not part of an http or https address.");
    switch (record.systemError) {
    case EMFILE:
    case ENFILE:
        return Texts::tr("No connection to %1: this machine lets the program open no more files and sockets (%2). "
                         "Choose fewer requests at a time, or raise the limit (ulimit -Hn).");
    case EADDRNOTAVAIL:
        return Texts::tr("No connection to %1: this machine has no free port left for it (%2). A port is free again "
                         "about a minute after its connection. Choose fewer requests at a time, or wait.");
    default:
        break;
    }
    if (record.systemError == 0)
        return Texts::tr("No connection to %1. Check address and port, and that the server is running.");
    return Texts::tr("No connection to %1 (%2). Check address and port, and that the server is running.");
}

QString textOf(Ending ending, const TransferRecord &record)
{
    switch (ending) {
    case Ending::None:
    case Ending::Complete:
    case Ending::ProxyFailed:
        return {};
    case Ending::NotResolved:
        return Texts::tr("No host of that name: %1. Check the address.");
    case Ending::NotConnected:
        return notConnectedText(record);
    case Ending::TlsFailed:
        return Texts::tr("No secure connection to %1: %2.");
    case Ending::ClosedUnanswered:
        return Texts::tr("%1 closed the connection without an answer.");
    case Ending::Cut:
        return Texts::tr("%1 ended its answer before it was complete.");
    case Ending::Malformed:
        return malformedText(record);
    case Ending::TimedOut:
        return Texts::tr("%1 had not finished after %2 s.");
    case Ending::Aborted:
        return Texts::tr("The request to %1 was cancelled.");
    }
    Q_UNREACHABLE();
}

/// What stands for %2 in the text.
QString detailOf(Ending ending, const TransferRecord &record, const TransferRequest &request)
{
    if (ending == Ending::NotConnected)
        return qt_error_string(static_cast<int>(record.systemError));
    if (ending == Ending::TlsFailed)
        return record.tlsError.isEmpty() ? Texts::tr("the TLS handshake failed") : record.tlsError;
    if (ending == Ending::TimedOut)
        return QString::number(request.timeoutMs / 1000.0);
    return QString::fromUtf8(record.head.value("Content-Encoding").left(40));
}

TransferEnding statusEnding(const TransferRecord &record, const TransferRequest &request)
{
    TransferEnding result{Ending::Complete, errorOfStatus(record.head.status()), {}};
    if (result.error != QNetworkReply::NoError) {
        result.text =
            Texts::tr("%1 answered %2 %3.")
                .arg(request.place, QString::number(record.head.status()), QString::fromUtf8(record.head.reason()));
    }
    return result;
}

} // namespace

TransferEnding endingOf(const TransferRecord &record, const TransferRequest &request)
{
    return endingAs(kindOf(record, request), record, request);
}

TransferEnding endingAs(CurlReply::Ending ending, const TransferRecord &record, const TransferRequest &request)
{
    if (ending == Ending::Complete)
        return statusEnding(record, request);
    if (ending == Ending::ProxyFailed)
        return {ending, errorOf(ending), proxyFailureText(record, request)};
    QString text = textOf(ending, record);
    text = text.contains(u"%2") ? text.arg(request.place, detailOf(ending, record, request)) : text.arg(request.place);
    return {ending, errorOf(ending), text};
}

} // namespace streamgauge
