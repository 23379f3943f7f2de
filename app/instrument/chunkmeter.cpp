// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/chunkmeter.h"

#include <algorithm>
#include <cstdlib>

namespace streamgauge {

ChunkMeter::ChunkMeter(int firstWave)
    : m_firstWave(static_cast<quint64>(firstWave))
{
}

void ChunkMeter::take(quint64 number, const StreamFacts &facts)
{
    ++m_streams;
    judge(facts);
    takeChunks(facts);
    m_reads += facts.reads;
    if (number < m_firstWave)
        m_startOverNs = std::max(m_startOverNs, facts.firstDeltaNs);
}

/// The endpoint ends each stream by saying how many tokens, one a chunk, it has sent. More than that is as wrong as
/// less.
void ChunkMeter::judge(const StreamFacts &facts)
{
    const bool whole = facts.end == StreamEnd::Done && facts.usage && facts.usage->completionTokens;
    if (whole)
        m_lost += std::abs(*facts.usage->completionTokens - facts.contentChunks);
    else if (facts.end == StreamEnd::Cancelled)
        ++m_cut;
    else
        ++m_failed;
}

void ChunkMeter::takeChunks(const StreamFacts &facts)
{
    for (std::size_t i = 0; i < facts.simSentNs.size(); ++i) {
        const qint64 sentNs = facts.simSentNs[i];
        m_chunks.push_back({sentNs, facts.chunkNs[i]});
        m_senderLagsNs.push_back(sentNs - facts.simDueNs[i]);
    }
}

void ChunkMeter::tell(InstrumentCheck &check) const
{
    std::vector<qint64> steady;
    std::vector<qint64> atStart;
    for (const Chunk &chunk : m_chunks)
        (chunk.sentNs > m_startOverNs ? steady : atStart).push_back(chunk.arrivedNs - chunk.sentNs);
    check.lateness = Distribution::of(std::move(steady));
    check.startLateness = Distribution::of(std::move(atStart));
    check.sender = Distribution::of(m_senderLagsNs);
    check.streams = m_streams;
    check.failed = m_failed;
    check.cut = m_cut;
    check.lost = m_lost;
    check.chunks = static_cast<qint64>(m_chunks.size());
    if (m_reads > 0)
        check.chunksPerRead = static_cast<double>(m_chunks.size()) / static_cast<double>(m_reads);
}

} // namespace streamgauge
