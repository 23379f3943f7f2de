// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curloptions.h"

#include "app/endpoint/curltransfer.h"
#include "app/endpoint/peercheck.h"
#include "app/endpoint/receivetimes.h"
#include "app/endpoint/transferroute.h"

namespace streamgauge {

namespace {

std::size_t bodyCame(char *data, std::size_t, std::size_t size, void *user)
{
    const QByteArrayView bytes(data, static_cast<qsizetype>(size));
    return static_cast<CurlTransfer *>(user)->recordBody(bytes) ? size : 0;
}

std::size_t headerLineCame(char *data, std::size_t, std::size_t size, void *user)
{
    const QByteArrayView line(data, static_cast<qsizetype>(size));
    return static_cast<CurlTransfer *>(user)->recordHeaderLine(line) ? size : 0;
}

int aboutToSend(void *user, char *peer, char *, int, int)
{
    return static_cast<CurlTransfer *>(user)->recordDispatch(peer) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

int socketOpened(void *, curl_socket_t socket, curlsocktype)
{
    ReceiveTimes::ask(socket);
    return CURL_SOCKOPT_OK;
}

void setVerbAndBody(CURL *easy, const TransferRequest &request)
{
    if (request.verb == "HEAD") {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        return;
    }
    if (request.hasBody) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.constData());
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.verb.constData());
}

/// Always set, "" for none: else the environment's proxy, or its exceptions, would apply.
void setProxy(CURL *easy, const TransferRoute *route)
{
    const ProxyAddress *proxy = route && route->proxy ? &*route->proxy : nullptr;
    QByteArray address;
    if (proxy) {
        address = proxy->shown().toLatin1();
        if (proxy->kind == ProxyAddress::Kind::Socks5)
            address.replace("socks5://", "socks5h://"); // as libcurl calls it where the proxy looks up names
    }
    curl_easy_setopt(easy, CURLOPT_PROXY, address.constData());
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE)); // the key is not for the proxy
    if (!proxy || (proxy->user.isEmpty() && proxy->password.isEmpty()))
        return;
    curl_easy_setopt(easy, CURLOPT_PROXYUSERNAME, proxy->user.constData());
    curl_easy_setopt(easy, CURLOPT_PROXYPASSWORD, proxy->password.constData());
}

long resolveOption(const TransferRoute *route)
{
    switch (route ? route->family : AddressFamily::Any) {
    case AddressFamily::IPv4:
        return CURL_IPRESOLVE_V4;
    case AddressFamily::IPv6:
        return CURL_IPRESOLVE_V6;
    case AddressFamily::Any:
        break;
    }
    return CURL_IPRESOLVE_WHATEVER;
}

} // namespace

void setCurlOptions(CURL *easy, CurlTransfer &transfer, const CurlOptionStorage &storage)
{
    const TransferRequest &request = transfer.request();

    // What is sent, and where to.
    curl_easy_setopt(easy, CURLOPT_URL, request.url.constData());
    setVerbAndBody(easy, request);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, storage.headers);
    curl_easy_setopt(easy, CURLOPT_RESOLVE, storage.resolved);

    // Nothing that the request did not ask for: no redirect (the key goes nowhere else), no proxy but its route's, no
    // protocol but these. HTTP/2 would let requests share one connection.
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    setProxy(easy, request.route.get());
    curl_easy_setopt(easy, CURLOPT_IPRESOLVE, resolveOption(request.route.get()));
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, request.ownConnection || request.freshConnection ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, request.ownConnection ? 1L : 0L);

    // One limit for the whole request. Without NOSIGNAL libcurl makes three signal calls a chunk.
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeoutMs));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.timeoutMs));

    if (request.https) {
        curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        transfer.peerCheck().applyTo(easy);
    }

    // Callbacks, which only record.
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, storage.errorText);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, &socketOpened);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &aboutToSend);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &headerLineCame);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &bodyCame);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
}

} // namespace streamgauge
