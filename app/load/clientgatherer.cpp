// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/clientgatherer.h"

#include <algorithm>
#include <ranges>

namespace streamgauge {

void ClientGatherer::Lags::add(qint64 lagNs)
{
    m_live.add(lagNs);
    if (m_seen++ % m_every != 0)
        return;
    m_kept.push_back(lagNs);
    if (m_kept.size() < mostLags)
        return;
    for (size_t i = 0; 2 * i < m_kept.size(); ++i)
        m_kept[i] = m_kept[2 * i];
    m_kept.resize(m_kept.size() / 2);
    m_every *= 2;
}

Distribution ClientGatherer::Lags::distribution() const
{
    Distribution lags = Distribution::of(m_kept);
    if (lags.max)
        lags.max = static_cast<double>(m_live.max());
    return lags;
}

void ClientGatherer::add(const ClientSamples &samples)
{
    for (const qint64 lagNs : samples.loopLagsNs)
        m_loop.add(lagNs);
    for (const qint64 lagNs : samples.readLags.lagsNs)
        m_read.add(lagNs);
    m_readsDropped += samples.readLags.dropped;
    m_readsUnstamped += samples.readLags.unstamped;
    m_startBurstLagNs = std::max(m_startBurstLagNs, samples.startBurstLagNs);
    m_cpuShares[samples.worker] = samples.cpuShare;
}

std::optional<double> ClientGatherer::busiestShare() const
{
    if (m_cpuShares.empty())
        return std::nullopt;
    return std::ranges::max(m_cpuShares | std::views::values);
}

void ClientGatherer::addDispatchDelay(qint64 delayNs)
{
    if (delayNs >= 0)
        m_dispatch.add(delayNs);
}

void ClientGatherer::addRamp(qint64 rampNs)
{
    m_rampNs = std::max(m_rampNs.value_or(0), rampNs);
}

/// A system, or a kernel in a box, that tells no time for any read has none to tell.
bool ClientGatherer::hasReceiveTimes() const
{
    const bool told = m_read.live().count() > 0 || m_readsDropped > 0;
    return ReceiveTimes::available() && (told || m_readsUnstamped == 0);
}

ClientLateness ClientGatherer::lateness() const
{
    ClientLateness late;
    if (hasReceiveTimes())
        late.readLag = TypicalLag::of(m_read.live());
    late.eventLoopLag = TypicalLag::of(m_loop.live());
    late.dispatchDelay = TypicalLag::of(m_dispatch.live());
    late.cpuShare = busiestShare();
    late.startBurstLag = static_cast<double>(m_startBurstLagNs);
    return late;
}

void ClientGatherer::fill(ClientEvidence &client) const
{
    client.eventLoopLag = m_loop.distribution();
    client.dispatchDelay = m_dispatch.distribution();
    if (hasReceiveTimes())
        client.readLag = ReadLag{m_read.distribution(), m_readsDropped};
    client.cpuShare = busiestShare();
    client.startRampNs = m_rampNs;
    client.startBurstLagNs = m_startBurstLagNs;
}

} // namespace streamgauge
