// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/secretheader.h"

#include <string>

namespace streamgauge {

/// The secret that an option names by its environment variable. `option`: as typed, for the message. The error is
/// `code`; it does not repeat what can be no variable's name, for that may be the secret itself.
[[nodiscard]] Result<QByteArray> secretFromEnvironment(
    const QString &option, const std::string &variable, const QString &code);

/// "NAME=VARIABLE". Errors: header.form, header.environment, those of checkedHeader().
[[nodiscard]] Result<SecretHeader> headerFromOption(const std::string &text);

} // namespace streamgauge
