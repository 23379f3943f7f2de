// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "tests/bench/transport/pacedserver.h"

#include <cstdio>

/// Prints its port and serves until it is ended.
int main()
{
    streamgauge::raiseDescriptorLimit();
    streamgauge::bench::PacedServer server;
    std::printf("%d\n", int{server.port()});
    std::fflush(stdout);
    server.run();
}
