// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/transferroute.h"

#include "app/endpoint/authorityfile.h"
#include "app/endpoint/endpointsettings.h"
#include "app/endpoint/truststore.h"

#include <QCoreApplication>
#include <QNetworkProxy>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr auto routeAttribute = static_cast<QNetworkRequest::Attribute>(QNetworkRequest::User + 3);

struct Text {
    Q_DECLARE_TR_FUNCTIONS(TransferRoute)
};

bool isHttps(const QUrl &url)
{
    return url.scheme() == "https"_L1;
}

quint16 portOf(const QUrl &url)
{
    constexpr int https = 443;
    constexpr int http = 80;
    return static_cast<quint16>(url.port(isHttps(url) ? https : http));
}

std::optional<ProxyAddress::Kind> kindOf(QNetworkProxy::ProxyType type)
{
    switch (type) {
    case QNetworkProxy::HttpProxy:
    case QNetworkProxy::HttpCachingProxy:
        return ProxyAddress::Kind::Http;
    case QNetworkProxy::Socks5Proxy:
        return ProxyAddress::Kind::Socks5;
    default:
        return std::nullopt;
    }
}

/// Nothing where the system says: none.
Result<std::optional<ProxyAddress>> systemsProxy(const EndpointAddress &address)
{
    if (address.loopback)
        return std::optional<ProxyAddress>();
    const auto named = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(address.base));
    if (named.isEmpty() || named.first().type() == QNetworkProxy::NoProxy)
        return std::optional<ProxyAddress>();
    const QNetworkProxy &first = named.first();
    const auto kind = kindOf(first.type());
    if (!kind || first.hostName().isEmpty() || first.port() == 0) {
        return failure(u"proxy.system"_s,
            Text::tr("The system's settings name a proxy for %1 that cannot be used: neither HTTP nor SOCKS5, or "
                     "without a host and port. Name the proxy itself, or use none.")
                .arg(address.host));
    }
    ProxyAddress proxy;
    proxy.kind = *kind;
    proxy.host = QString::fromLatin1(QUrl::toAce(first.hostName()));
    if (proxy.host.isEmpty())
        proxy.host = first.hostName(); // an IPv6 address
    proxy.port = first.port();
    proxy.user = first.user().toUtf8();
    proxy.password = first.password().toUtf8();
    return std::optional(proxy);
}

Result<void> checkTrust(const EndpointSettings &settings)
{
    if (settings.trustedCertificate.isEmpty())
        return {};
    if (!isHttps(settings.address.base)) {
        return failure(u"certificate.scheme"_s,
            Text::tr("A certificate is to be trusted, but %1 is plain http and shows none. Begin the address with "
                     "https://.")
                .arg(settings.address.shown));
    }
    if (!TrustStore::judgesCertificates()) {
        return failure(u"certificate.library"_s,
            Text::tr("This libcurl does not use OpenSSL, so a single certificate cannot be trusted. Name a file of "
                     "authorities instead (--ca-file)."));
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const TransferRoute>> TransferRoute::prepare(const EndpointSettings &settings)
{
    const auto route = std::make_shared<TransferRoute>();
    route->family = settings.family;
    if (const auto checked = checkTrust(settings); !checked)
        return tl::unexpected(checked.error());
    route->trustedCertificate = settings.trustedCertificate;
    if (!settings.authorityFile.isEmpty()) {
        auto extra = readAuthorities(settings.authorityFile);
        if (!extra)
            return tl::unexpected(extra.error());
        route->extraAuthorities = static_cast<int>(extra->size());
        if (isHttps(settings.address.base))
            route->authorities = TrustStore::withExtra(*extra);
    } else if (isHttps(settings.address.base) && settings.trustedCertificate.isEmpty()) {
        // Reading them takes a while, which is no part of a connection's time.
        static_cast<void>(TrustStore::process());
    }
    if (settings.proxy.from == ProxyChoice::From::Given) {
        route->proxy = settings.proxy.given;
    } else if (settings.proxy.from == ProxyChoice::From::System) {
        auto named = systemsProxy(settings.address);
        if (!named)
            return tl::unexpected(named.error());
        route->proxyOfSystem = named->has_value();
        route->proxy = *std::move(named);
    }
    return route;
}

Hop hopOf(const QUrl &url, const TransferRoute *route)
{
    if (route && route->proxy)
        return {route->proxy->host, route->proxy->port};
    return {url.host(), portOf(url)};
}

Hop hopOf(const QNetworkRequest &request)
{
    return hopOf(request.url(), routeOf(request).get());
}

QString placeOf(const QUrl &url)
{
    const QString host = url.host();
    return (host.contains(u':') ? QString(u'[' + host + u']') : host) + u':' + QString::number(portOf(url));
}

void setRoute(QNetworkRequest &request, const std::shared_ptr<const TransferRoute> &route)
{
    request.setAttribute(routeAttribute, QVariant::fromValue(route));
}

std::shared_ptr<const TransferRoute> routeOf(const QNetworkRequest &request)
{
    return request.attribute(routeAttribute).value<std::shared_ptr<const TransferRoute>>();
}

RouteFacts routeFacts(const EndpointSettings &settings)
{
    RouteFacts facts;
    for (const SecretHeader &header : settings.headers)
        facts.customHeaders += QString::fromLatin1(header.name);
    const TransferRoute *route = settings.route.get();
    if (!route)
        return facts;
    facts.proxy = route->proxy ? route->proxy->shown() : QString();
    facts.proxyOfSystem = route->proxyOfSystem;
    facts.familyAsked = familyName(route->family);
    facts.trustedCertificate = QString::fromLatin1(route->trustedCertificate.toHex());
    facts.extraAuthorities = route->extraAuthorities;
    return facts;
}

} // namespace streamgauge
