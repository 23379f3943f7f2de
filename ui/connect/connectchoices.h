// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"

namespace streamgauge {

/// What a person sets beside address, key and model, as typed.
struct ConnectChoices {
    ProxyChoice::From proxy = ProxyChoice::From::None;
    QString proxyAddress; ///< where it is a given one; may have user and password in it
    QByteArray proxyUser; ///< "" = as the address says
    QByteArray proxyPassword;
    QString authorityFile;
    AddressFamily family = AddressFamily::Any;
    QList<SecretHeader> headers; ///< rows with neither name nor value are none
    QByteArray trustedCertificate; ///< SHA-256, 32 bytes; "" = by authorities
};

/// Checks them and adds them to the settings. Errors: those of ProxyAddress, checkedHeader() and checkTogether().
[[nodiscard]] Result<void> addChoices(EndpointSettings &settings, const ConnectChoices &choices);

} // namespace streamgauge
