// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/clientevidence.h"

#include <algorithm>
#include <utility>

namespace streamgauge {

namespace {

/// The most requests between dispatch and end at one moment, by their stamps.
int peakInFlight(const std::vector<RequestRecord> &requests)
{
    std::vector<std::pair<qint64, int>> changes; // an end counts before a dispatch of the same nanosecond
    for (const RequestRecord &record : requests) {
        if (record.dispatchNs < 0)
            continue;
        changes.emplace_back(record.dispatchNs, 1);
        changes.emplace_back(record.dispatchNs + record.latencyNs.value_or(0), -1);
    }
    std::ranges::sort(changes);
    int inFlight = 0;
    int peak = 0;
    for (const auto &[atNs, change] : changes)
        peak = std::max(peak, inFlight += change);
    return peak;
}

} // namespace

std::optional<double> ReadCounts::chunksPerRead() const
{
    if (reads == 0)
        return std::nullopt;
    return static_cast<double>(contentChunks) / static_cast<double>(reads);
}

ReadCounts readCountsOf(const std::vector<RequestRecord> &requests)
{
    ReadCounts counts;
    for (const RequestRecord &record : requests) {
        counts.reads += record.reads;
        counts.contentChunks += record.contentChunks;
    }
    return counts;
}

ClientEvidence evidenceOf(const std::vector<RequestRecord> &requests)
{
    ClientEvidence client;
    client.peakInFlight = peakInFlight(requests);
    for (const RequestRecord &record : requests) {
        client.connects += record.connects;
        client.reconnects += std::max(0, record.attempts - 1);
    }
    return client;
}

} // namespace streamgauge
