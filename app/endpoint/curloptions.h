// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <curl/curl.h>

namespace streamgauge {

class CurlTransfer;

/// What libcurl keeps pointers to while a transfer runs.
struct CurlOptionStorage {
    curl_slist *headers = nullptr;
    curl_slist *resolved = nullptr;
    char *errorText = nullptr; ///< CURL_ERROR_SIZE
};

/// Every option of every request, in one place.
void setCurlOptions(CURL *easy, CurlTransfer &transfer, const CurlOptionStorage &storage);

} // namespace streamgauge
