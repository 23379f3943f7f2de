// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"
#include "models/load/instrumentcheck.h"

#include <vector>

namespace streamgauge {

/// Compares what a simulated endpoint says of its chunks (when each was due and sent, how many there were) with what
/// arrived. Keeps every chunk's times: percentiles are exact.
class ChunkMeter final {
public:
    /// The first `firstWave` requests begin at once; until each has a chunk, the start is not over.
    explicit ChunkMeter(int firstWave);

    /// A request that ended, with the simulator's stamps.
    void take(quint64 number, const StreamFacts &facts);

    /// Streams, chunks and their latenesses.
    void tell(InstrumentCheck &check) const;

private:
    struct Chunk {
        qint64 sentNs = 0;
        qint64 arrivedNs = 0;
    };

    void judge(const StreamFacts &facts);
    void takeChunks(const StreamFacts &facts);

    quint64 m_firstWave = 0;
    qint64 m_startOverNs = 0; ///< the last first chunk of the first wave
    std::vector<Chunk> m_chunks;
    std::vector<qint64> m_senderLagsNs;
    qint64 m_reads = 0;
    qint64 m_lost = 0;
    int m_streams = 0;
    int m_failed = 0;
    int m_cut = 0;
};

} // namespace streamgauge
