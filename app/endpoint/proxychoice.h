// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/proxyaddress.h"

namespace streamgauge {

/// Whether an endpoint is reached through a proxy. Unless a person says otherwise none is used, whatever this machine's
/// settings and its environment name: what lies between client and server is part of every number.
struct ProxyChoice {
    enum class From {
        None,
        System, ///< what this machine's settings or environment name for the endpoint; none for loopback
        Given,
    };

    From from = From::None;
    ProxyAddress given; ///< where `from` says so

    /// "none", "system" or an address. Errors: those of ProxyAddress::parse().
    [[nodiscard]] static Result<ProxyChoice> parse(const QString &text);
};

} // namespace streamgauge
