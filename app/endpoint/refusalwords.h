// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace streamgauge {

/// What a refusing HTTP status means and what to do, for withWords(): the server's own words stand behind it.
/// `keyGiven`: a key or a header of one's own was sent.
[[nodiscard]] QString refusalInWords(int status, bool keyGiven, std::optional<double> retryAfterS);

} // namespace streamgauge
