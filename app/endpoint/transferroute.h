// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/addressfamily.h"
#include "models/endpoint/proxyaddress.h"
#include "models/endpoint/routefacts.h"

#include <QNetworkRequest>
#include <QUrl>

#include <memory>
#include <optional>

namespace streamgauge {

class TrustStore;
struct EndpointSettings;

/// The way from here to an endpoint, made ready once for all requests of a connection test or a run. Every request
/// carries it; one without is sent straight and trusts this machine's authorities.
struct TransferRoute {
    std::optional<ProxyAddress> proxy;
    bool proxyOfSystem = false;
    AddressFamily family = AddressFamily::Any;
    QByteArray trustedCertificate; ///< SHA-256, 32 bytes: this one and no other; "" = what the authorities say
    std::shared_ptr<const TrustStore> authorities; ///< null: TrustStore::process()
    int extraAuthorities = 0;

    /// Reads the file of authorities and asks the system for its proxy, which may take a while: not for the GUI thread.
    /// Errors: authorities.file; proxy.system where the system names one of a kind that cannot be used;
    /// certificate.scheme where one is trusted for a plain http address; certificate.library.
    [[nodiscard]] static Result<std::shared_ptr<const TransferRoute>> prepare(const EndpointSettings &settings);
};

/// What a connection is opened to: the endpoint, or the proxy before it.
struct Hop {
    QString host; ///< without brackets
    quint16 port = 0;
};
[[nodiscard]] Hop hopOf(const QUrl &url, const TransferRoute *route);
[[nodiscard]] Hop hopOf(const QNetworkRequest &request);

/// "host:port", an IPv6 address in brackets.
[[nodiscard]] QString placeOf(const QUrl &url);

/// Attributes of a QNetworkRequest that say how it travels and what of it is secret.
void setRoute(QNetworkRequest &request, const std::shared_ptr<const TransferRoute> &route);
[[nodiscard]] std::shared_ptr<const TransferRoute> routeOf(const QNetworkRequest &request);

/// What a report says of it.
[[nodiscard]] RouteFacts routeFacts(const EndpointSettings &settings);

} // namespace streamgauge

Q_DECLARE_METATYPE(std::shared_ptr<const streamgauge::TransferRoute>)
