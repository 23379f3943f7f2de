// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/probemodels.h"
#include "app/endpoint/smallrequest.h"
#include "models/endpoint/probereport.h"
#include "models/load/requestrecord.h"

#include <vector>

namespace streamgauge {

// What the connection test says of each step, for people.

[[nodiscard]] QString shownUrl(const QUrl &url); ///< without userinfo and query
[[nodiscard]] QString endpointErrorCode(const StreamFacts &facts); ///< of a POST that ends the test
/// Mean gap between content chunks; nothing below two.
[[nodiscard]] std::optional<qint64> meanGap(const std::vector<qint64> &chunkNs);

[[nodiscard]] ProbeStep loadingStep(const QString &name, const QString &words);
/// "proxy": which one is used, or that the system names none.
[[nodiscard]] ProbeStep proxyStep(const RouteFacts &route, const EndpointAddress &address);
/// Of a host that has addresses of the other family only.
[[nodiscard]] QString otherFamilyFact(const QString &host, const QList<QHostAddress> &addresses, AddressFamily asked);
/// "port", and "tls" where it is used.
[[nodiscard]] std::vector<ProbeStep> connectSteps(const ProbeModels::Outcome &answer, const RouteFacts &route);
[[nodiscard]] ProbeStep modelListStep(const ProbeModels::Outcome &answer, const QString &requestedModel);
[[nodiscard]] ProbeStep limitsStep(const ServerLimits &limits);
/// "stream", the three options, "usage" and "keeps_connection".
[[nodiscard]] std::vector<ProbeStep> streamSteps(
    const SmallRequest::Outcome &sent, const RequestRecord &record, const ProbeReport &report);

} // namespace streamgauge
