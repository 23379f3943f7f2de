// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <curl/curl.h>

namespace streamgauge {

class PeerCheck;

/// Why an https connection did not come to stand, as the rest of a sentence without its full stop; "" where nobody
/// knows. `libraryText`: libcurl's own words.
[[nodiscard]] QString tlsFailureText(CURL *easy, CURLcode result, QByteArrayView libraryText, const PeerCheck &check);

} // namespace streamgauge
