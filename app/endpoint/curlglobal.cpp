// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlglobal.h"

#include <curl/curl.h>

#include <csignal>
#include <mutex>

namespace streamgauge {

void ensureCurlGlobal()
{
    static std::once_flag once;
    std::call_once(once, [] {
        std::signal(SIGPIPE, SIG_IGN);
        curl_global_init(CURL_GLOBAL_ALL);
    });
}

} // namespace streamgauge
