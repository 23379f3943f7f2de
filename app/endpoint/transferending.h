// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/curlreply.h"
#include "app/endpoint/transferrecord.h"

namespace streamgauge {

/// How an ended transfer is reported.
struct TransferEnding {
    CurlReply::Ending ending = CurlReply::Ending::None;
    QNetworkReply::NetworkError error = QNetworkReply::NoError;
    QString text; ///< for people, with host and port; "" without an error
};

/// Of a transfer whose record has ended.
[[nodiscard]] TransferEnding endingOf(const TransferRecord &record, const TransferRequest &request);
/// The same for an ending that is known already.
[[nodiscard]] TransferEnding endingAs(
    CurlReply::Ending ending, const TransferRecord &record, const TransferRequest &request);

} // namespace streamgauge
