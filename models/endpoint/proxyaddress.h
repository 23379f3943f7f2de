// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QString>

namespace streamgauge {

/// A proxy as a person names it: http://proxy:3128, proxy:3128 or socks5://proxy:1080, with user:password@ in front of
/// the host where it wants them. Those two are secrets: they go to the proxy and are shown and kept nowhere.
struct ProxyAddress {
    enum class Kind {
        Http, ///< https endpoints through a CONNECT tunnel, http ones by whole URLs
        Socks5, ///< the endpoint's name is looked up by the proxy
    };

    Kind kind = Kind::Http;
    QString host; ///< without brackets, names in their ASCII form
    quint16 port = 0;
    QByteArray user; ///< decoded
    QByteArray password; ///< decoded

    /// "http://proxy:3128", never with user or password.
    [[nodiscard]] QString shown() const;

    /// Errors: proxy.empty, proxy.scheme, proxy.syntax, proxy.host, proxy.port. None quotes what stands before an @.
    [[nodiscard]] static Result<ProxyAddress> parse(const QString &typed);

    friend bool operator==(const ProxyAddress &, const ProxyAddress &) = default;
};

} // namespace streamgauge
