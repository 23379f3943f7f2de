// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <memory>

struct ssl_ctx_st;

namespace streamgauge {

/// The certificate and the key with which the simulated endpoint speaks TLS; shared by its connections.
using TlsIdentity = std::shared_ptr<ssl_ctx_st>;

/// Reads both, PEM, the certificate first in its chain. Error: simulator.tls, naming the file, what is wrong and what
/// to do.
[[nodiscard]] Result<TlsIdentity> readTlsIdentity(const QString &certificateFile, const QString &keyFile);

} // namespace streamgauge
