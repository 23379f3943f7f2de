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
[[nodiscard]] QString familyName(const QHostAddress &address); ///< "ipv4" | "ipv6"
[[nodiscard]] QString endpointErrorCode(const StreamFacts &facts); ///< of a POST that ends the test
/// Mean gap between content chunks; nothing below two.
[[nodiscard]] std::optional<qint64> meanGap(const std::vector<qint64> &chunkNs);

[[nodiscard]] ProbeStep loadingStep(const QString &name, const QString &words);
/// "port", and "tls" where it is used.
[[nodiscard]] std::vector<ProbeStep> connectSteps(const ProbeModels::Outcome &answer);
[[nodiscard]] ProbeStep modelListStep(const ProbeModels::Outcome &answer, const QString &requestedModel);
[[nodiscard]] ProbeStep limitsStep(const ServerLimits &limits);
/// "stream", the three options, "usage" and "keeps_connection".
[[nodiscard]] std::vector<ProbeStep> streamSteps(
    const SmallRequest::Outcome &sent, const RequestRecord &record, const ProbeReport &report);

} // namespace streamgauge
