// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"
#include "models/plot/loadplots.h"

namespace streamgauge {

/// Gathers the moments of a run into the four charts of the level that is being measured. A new level starts them anew,
/// because its times and percentiles do. Memory is bounded: over `limit` entries a series merges its older half,
/// keeping lowest and highest values, so that no spike is lost.
class LivePlots {
public:
    static constexpr std::size_t limit = 4000;

    /// A new run; every chart is empty and carries the words of `marks`.
    void start(std::vector<QString> marks);
    /// Points of the level only; those of warm-up and calibration are in no chart. Values that are not finite are left
    /// out. While the client's figures are beyond their bounds the charts carry its word too.
    void add(const LiveSnapshot &snapshot);

    [[nodiscard]] Plot ttft() const { return LoadPlots::ttft(m_ttft, m_context); }
    [[nodiscard]] Plot itl() const { return LoadPlots::itl(m_itl, m_context); }
    [[nodiscard]] Plot outputRate() const { return LoadPlots::outputRate(m_rate, m_context); }
    [[nodiscard]] Plot inFlight() const { return LoadPlots::inFlight(m_inFlight, m_context); }

private:
    void startLevel(int level, int concurrency);
    void addTtft(const LiveSnapshot::TtftPoint &point);
    void addItl(const LiveSnapshot::ItlBucket &bucket);
    void addRate(const LiveSnapshot::RatePoint &point);

    LevelContext m_context;
    std::vector<QString> m_marks; ///< of the run; the level's client adds its own
    int m_level = -1;
    LoadPlots::Ttft m_ttft;
    LoadPlots::Itl m_itl;
    std::vector<QPointF> m_rate;
    std::vector<QPointF> m_inFlight;
};

} // namespace streamgauge
