// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace streamgauge {

/// Once a process, from any thread: libcurl's own initialisation, and SIGPIPE ignored, since libcurl is told to leave
/// signals alone and a server may close a connection that is being written to.
void ensureCurlGlobal();

} // namespace streamgauge
