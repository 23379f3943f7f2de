// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/addressfamily.h"
#include "app/endpoint/proxychoice.h"
#include "app/endpoint/secretheader.h"
#include "models/endpoint/endpointaddress.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include <memory>

namespace streamgauge {

struct TransferRoute;

/// How an endpoint is reached. Key, header values and the proxy's password live in memory only: they are written to no
/// file, log, journal or result.
struct EndpointSettings {
    EndpointAddress address;
    QByteArray apiKey; ///< "" = no Authorization header; trimmed and checked by checkedApiKey()
    QString model; ///< requested; "" = the only one served
    bool ignoreEos = true; ///< whether requests may carry ignore_eos; false: it is left out
    ProxyChoice proxy{};
    QString authorityFile{}; ///< PEM, trusted beside this machine's authorities; "" = none
    QByteArray trustedCertificate{}; ///< SHA-256, 32 bytes: this certificate and no other; "" = by authorities
    AddressFamily family = AddressFamily::Any;
    QList<SecretHeader> headers{}; ///< as checkedHeader() and checkTogether() leave them
    /// Made of the above when a connection test begins; null before.
    std::shared_ptr<const TransferRoute> route{};

    /// What nobody may see: taken out of whatever the server says.
    [[nodiscard]] QByteArrayList secrets() const;
};

/// Trims ASCII white space. Errors: key.empty where nothing else was given; key.character names the position of a byte
/// outside 0x21..0x7E.
[[nodiscard]] Result<QByteArray> checkedApiKey(QByteArray key);

} // namespace streamgauge
