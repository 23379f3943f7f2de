// SPDX-License-Identifier: GPL-3.0-or-later
// simulatorbench floor PER_SECOND SECONDS
// simulatorbench read PORT STREAMS CHUNKS RAMP_SECONDS
#include "tests/bench/simulator/lateness.h"
#include "tests/bench/simulator/pacefloor.h"
#include "tests/bench/simulator/streamreader.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace streamgauge::bench;

int main(int argc, char *argv[])
{
    if (argc == 4 && std::string_view(argv[1]) == "floor") {
        printLateness("floor", timerFloor(std::atof(argv[2]), std::atof(argv[3])));
        return 0;
    }
    if (argc == 6 && std::string_view(argv[1]) == "read") {
        StreamReader reader({.port = std::atoi(argv[2]),
            .streams = std::atoi(argv[3]),
            .chunks = std::atoi(argv[4]),
            .rampS = std::atof(argv[5])});
        if (!reader.connectAll()) {
            std::perror("simulatorbench: connect");
            return 1;
        }
        StreamReader::Outcome outcome = reader.run();
        printLateness("sent", std::move(outcome.sentLateNs));
        printLateness("arrived", std::move(outcome.arrivedLateNs));
        std::printf("chunks %lld streams_done %d\n", static_cast<long long>(outcome.chunks), outcome.streamsDone);
        return 0;
    }
    std::fprintf(stderr, "usage: simulatorbench floor PER_SECOND SECONDS | read PORT STREAMS CHUNKS RAMP_SECONDS\n");
    return 2;
}
