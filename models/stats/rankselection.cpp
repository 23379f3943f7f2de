// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/rankselection.h"

#include <algorithm>
#include <bit>

namespace streamgauge {

namespace {

/// 2^13 bins an octave: at 20 ms a bin is 2 us wide, so that a second pass nearly always suffices. Up to 2^13 ns every
/// whole number has a bin of its own.
constexpr int octaveBits = 13;
constexpr quint64 binsPerOctave = quint64(1) << octaveBits;

std::size_t binOf(quint64 value)
{
    if (value < binsPerOctave)
        return value;
    const int shift = std::bit_width(value) - octaveBits - 1;
    return static_cast<std::size_t>(shift) * binsPerOctave + (value >> shift);
}

struct Bounds {
    qint64 low = 0;
    qint64 high = 0;
};

Bounds boundsOf(std::size_t bin)
{
    if (bin < 2 * binsPerOctave)
        return {static_cast<qint64>(bin), static_cast<qint64>(bin)};
    const std::size_t shift = bin / binsPerOctave - 1;
    const quint64 low = (bin - shift * binsPerOctave) << shift;
    return {static_cast<qint64>(low), static_cast<qint64>(low + ((quint64(1) << shift) - 1))};
}

void addTo(std::vector<qint64> &bins, std::size_t bin)
{
    if (bin >= bins.size())
        bins.resize(bin + 1);
    ++bins[bin];
}

/// Equal parts of a zone, the last perhaps shorter. All arithmetic is without sign: a zone may span all of qint64.
struct Cells {
    quint64 low = 0;
    quint64 width = 1;
    std::vector<qint64> counts;

    static constexpr quint64 most = quint64(1) << 16;

    Cells(qint64 from, qint64 to)
        : low(static_cast<quint64>(from))
    {
        const quint64 span = static_cast<quint64>(to) - low; // one less than there are values
        width = span / most + 1;
        counts.resize(span / width + 1);
    }
    void add(qint64 sample) { ++counts[(static_cast<quint64>(sample) - low) / width]; }
    [[nodiscard]] Bounds boundsOf(std::size_t cell, qint64 last) const
    {
        const quint64 from = low + cell * width;
        const bool isLast = cell + 1 == counts.size();
        return {static_cast<qint64>(from), isLast ? last : static_cast<qint64>(from + width - 1)};
    }
};

bool holdsOne(const std::set<qint64> &ranks, qint64 before, qint64 count)
{
    const auto next = ranks.lower_bound(before);
    return count > 0 && next != ranks.end() && *next < before + count;
}

} // namespace

RankSelection::RankSelection(SamplePass pass, qint64 budget)
    : m_pass(std::move(pass))
    , m_budget(budget)
{
}

void RankSelection::add(qint64 sample)
{
    ++m_size;
    m_sum += sample;
    if (sample >= 0) {
        addTo(m_bins, binOf(static_cast<quint64>(sample)));
    } else {
        ++m_negative;
        addTo(m_negativeBins, binOf(static_cast<quint64>(-1 - sample)));
    }
}

Result<void> RankSelection::count()
{
    return m_pass([this](std::span<const qint64> samples) {
        for (const qint64 sample : samples)
            add(sample);
    });
}

RankSelection::Zones RankSelection::zonesOf(const std::set<qint64> &ranks) const
{
    Zones zones;
    qint64 before = 0;
    const auto take = [&](Bounds bounds, qint64 count) {
        if (holdsOne(ranks, before, count))
            zones.push_back({bounds.low, bounds.high, before, count});
        before += count;
    };
    for (std::size_t bin = m_negativeBins.size(); bin-- > 0;) {
        const Bounds mirrored = boundsOf(bin);
        take({-1 - mirrored.high, -1 - mirrored.low}, m_negativeBins[bin]);
    }
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin)
        take(boundsOf(bin), m_bins[bin]);
    return zones;
}

/// Only those parts of the zones that still hold a wanted rank.
Result<RankSelection::Zones> RankSelection::divided(const Zones &zones, const std::set<qint64> &ranks) const
{
    std::vector<Cells> cells;
    cells.reserve(zones.size());
    for (const Zone &zone : zones)
        cells.emplace_back(zone.low, zone.high);
    const auto passed = m_pass([&](std::span<const qint64> samples) {
        for (const qint64 sample : samples) {
            const auto zone = std::ranges::lower_bound(zones, sample, {}, &Zone::high);
            if (zone != zones.end() && sample >= zone->low)
                cells[static_cast<std::size_t>(zone - zones.begin())].add(sample);
        }
    });
    if (!passed)
        return tl::unexpected<Error>(passed.error());
    Zones finer;
    for (std::size_t i = 0; i < zones.size(); ++i) {
        qint64 before = zones[i].before;
        for (std::size_t cell = 0; cell < cells[i].counts.size(); ++cell) {
            const qint64 count = cells[i].counts[cell];
            const Bounds bounds = cells[i].boundsOf(cell, zones[i].high);
            if (holdsOne(ranks, before, count))
                finer.push_back({bounds.low, bounds.high, before, count});
            before += count;
        }
    }
    return finer;
}

/// The samples of each zone, ascending; none of a zone of a single value, whose samples are known.
Result<std::vector<std::vector<qint64>>> RankSelection::collected(const Zones &zones) const
{
    std::vector<std::vector<qint64>> found(zones.size());
    const auto passed = m_pass([&](std::span<const qint64> samples) {
        for (const qint64 sample : samples) {
            const auto zone = std::ranges::lower_bound(zones, sample, {}, &Zone::high);
            if (zone != zones.end() && sample >= zone->low && zone->low < zone->high)
                found[static_cast<std::size_t>(zone - zones.begin())].push_back(sample);
        }
    });
    if (!passed)
        return tl::unexpected<Error>(passed.error());
    for (std::vector<qint64> &samples : found)
        std::ranges::sort(samples);
    return found;
}

Result<std::map<qint64, qint64>> RankSelection::at(const std::set<qint64> &ranks) const
{
    Q_ASSERT(ranks.empty() || (*ranks.begin() >= 0 && *ranks.rbegin() < m_size));
    const auto toHold = [](const Zones &zones) {
        qint64 samples = 0;
        for (const Zone &zone : zones)
            samples += zone.low < zone.high ? zone.count : 0;
        return samples;
    };
    Zones zones = zonesOf(ranks);
    while (toHold(zones) > m_budget) {
        auto finer = divided(zones, ranks);
        if (!finer)
            return tl::unexpected<Error>(finer.error());
        zones = *std::move(finer);
    }
    std::vector<std::vector<qint64>> samples(zones.size());
    if (toHold(zones) > 0) {
        auto found = collected(zones);
        if (!found)
            return tl::unexpected<Error>(found.error());
        samples = *std::move(found);
    }
    std::map<qint64, qint64> values;
    for (const qint64 rank : ranks) {
        const auto zone = std::ranges::upper_bound(zones, rank, {}, &Zone::before) - 1;
        const auto &held = samples[static_cast<std::size_t>(zone - zones.begin())];
        values[rank] = held.empty() ? zone->low : held.at(static_cast<std::size_t>(rank - zone->before));
    }
    return values;
}

} // namespace streamgauge
