// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QStringList>
#include <QUrl>

namespace streamgauge {

/// An address as a person types it, made into the bases to try. White space, trailing slashes and a trailing
/// /chat/completions or /models are cut; a query is kept; without a scheme http for loopback, private and single-label
/// hosts, else https. Userinfo and query values never appear in `shown`.
struct EndpointAddress {
    QUrl base; ///< tried first: as given where the path ends in a version segment (v1, v1beta, v4, openai), else + /v1
    QUrl otherBase; ///< tried after a 404; empty when there is no second
    QString shown; ///< for screens and files
    QString host; ///< for endpoint_host
    bool loopback = false;
    bool userInfoLeftOut = false; ///< a user name or password was typed: it is neither sent nor kept anywhere
    bool privateHost = false; ///< loopback, private range or single-label: nobody is asked whether tokens cost money

    /// Errors: address.empty, address.scheme (neither http nor https), address.syntax, address.host, address.port.
    [[nodiscard]] static Result<EndpointAddress> parse(const QString &typed);

    /// What a person must know where userInfoLeftOut.
    [[nodiscard]] static QString userInfoNote();
};

/// base + "/chat/completions" or "/models", the query kept behind the path.
[[nodiscard]] QUrl endpointUrl(const QUrl &base, QStringView leaf);

} // namespace streamgauge
