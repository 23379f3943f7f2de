// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace streamgauge {

/// Why a request did not succeed; spelt the same way everywhere.
enum class ErrorKind {
    HttpStatus,
    Connection,
    Tls,
    Timeout,
    ErrorEvent,
    MalformedStream,
    EndedEarly,
    EmptyCompletion,
    Cancelled,
};

[[nodiscard]] QString errorKindName(ErrorKind kind); ///< "http_status", ...
[[nodiscard]] std::optional<ErrorKind> errorKindFromName(QStringView name);

} // namespace streamgauge
