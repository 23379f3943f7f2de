// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/clientsamples.h"
#include "models/load/clientlateness.h"
#include "models/stats/livehistogram.h"

#include <map>
#include <optional>
#include <vector>

namespace streamgauge {

/// Gathers over all workers of one phase what the client saw of itself. Memory is bounded: of very many lags of one
/// kind every other is given up, time and again; the longest stays known.
class ClientGatherer final {
public:
    static constexpr size_t mostLags = size_t(1) << 20;

    void add(const ClientSamples &samples);
    /// Of a request, below 0 where it is not known.
    void addDispatchDelay(qint64 delayNs);
    /// A worker's ramp is over: from the level's go until the last of its slots was started.
    void addRamp(qint64 rampNs);

    /// So far, as a run shows it while it goes on.
    [[nodiscard]] ClientLateness lateness() const;
    /// Fills in what was gathered; the rest stays.
    void fill(ClientEvidence &client) const;

private:
    /// Lags, thinned where they are very many.
    class Lags final {
    public:
        void add(qint64 lagNs);
        [[nodiscard]] Distribution distribution() const;
        [[nodiscard]] const LiveHistogram &live() const { return m_live; }

    private:
        std::vector<qint64> m_kept;
        LiveHistogram m_live;
        qint64 m_seen = 0;
        qint64 m_every = 1;
    };

    [[nodiscard]] bool hasReceiveTimes() const;
    [[nodiscard]] std::optional<double> busiestShare() const;

    Lags m_loop;
    Lags m_read;
    Lags m_dispatch;
    qint64 m_readsDropped = 0;
    qint64 m_readsUnstamped = 0;
    qint64 m_startBurstLagNs = 0;
    std::optional<qint64> m_rampNs;
    std::map<int, double> m_cpuShares; ///< by worker, each of the phase as far as it has told
};

} // namespace streamgauge
