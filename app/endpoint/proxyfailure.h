// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/transferrecord.h"

namespace streamgauge {

[[nodiscard]] bool hasProxy(const TransferRequest &request);

/// How a transfer ended that its proxy did not let through, and what to do; names the proxy without user and password.
[[nodiscard]] QString proxyFailureText(const TransferRecord &record, const TransferRequest &request);

} // namespace streamgauge
