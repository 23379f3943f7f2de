// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/proxyfailure.h"

#include "app/endpoint/transferroute.h"

#include <QCoreApplication>

namespace streamgauge {

namespace {

constexpr int forbidden = 403;
constexpr int authenticationRequired = 407;
constexpr int firstRefusal = 300;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ProxyFailure)
};

/// Its answer to CONNECT, or to a request with a whole URL, which only a proxy answers so; 0 where there was none.
int statusOfProxy(const TransferRecord &record)
{
    return record.head.status() == authenticationRequired ? authenticationRequired : record.connectStatus;
}

QString refusalText(int status, const ProxyAddress &proxy, const QString &place)
{
    if (status == authenticationRequired && proxy.user.isEmpty()) {
        return Text::tr(
            "The proxy %1 wants a user name and a password (HTTP status %2). Give them in its address, as in "
            "http://USER:PASSWORD@HOST:PORT.")
            .arg(proxy.shown())
            .arg(status);
    }
    if (status == authenticationRequired) {
        return Text::tr("The proxy %1 does not accept this user name and password (HTTP status %2).")
            .arg(proxy.shown())
            .arg(status);
    }
    if (status == forbidden) {
        return Text::tr(
            "The proxy %1 refuses to connect to %2 (HTTP status %3). Ask who runs it, or reach the endpoint "
            "without it.")
            .arg(proxy.shown(), place)
            .arg(status);
    }
    return Text::tr("The proxy %1 has no connection to %2 (HTTP status %3). Check the endpoint's address.")
        .arg(proxy.shown(), place)
        .arg(status);
}

} // namespace

bool hasProxy(const TransferRequest &request)
{
    return request.route && request.route->proxy;
}

QString proxyFailureText(const TransferRecord &record, const TransferRequest &request)
{
    const ProxyAddress &proxy = *request.route->proxy;
    if (const int status = statusOfProxy(record); status >= firstRefusal)
        return refusalText(status, proxy, request.place);
    if (record.result == CURLE_COULDNT_RESOLVE_PROXY)
        return Text::tr("No host of the proxy's name is known: %1. Check the proxy's address.").arg(proxy.shown());
    if (record.result == CURLE_COULDNT_CONNECT && record.systemError != 0) {
        return Text::tr("No connection to the proxy %1 (%2). Check its address, and that it is running.")
            .arg(proxy.shown(), qt_error_string(static_cast<int>(record.systemError)));
    }
    if (record.result == CURLE_PROXY)
        return Text::tr(
            "The proxy %1 refuses or fails to connect to %2. Check both addresses, and the proxy's user name "
            "and password if it wants them.")
            .arg(proxy.shown(), request.place);
    return Text::tr("The proxy %1 ended the connection before the way to %2 stood. Is it a proxy of this kind?")
        .arg(proxy.shown(), request.place);
}

} // namespace streamgauge
