// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/livehistogram.h"

#include "models/stats/distribution.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace streamgauge {

namespace {

/// 2^8 buckets an octave: each at most 1/256 = 0.39 % wide. Below 2^8 every whole number has its own.
constexpr int octaveBits = 8;
constexpr quint64 bucketsPerOctave = quint64(1) << octaveBits;

std::size_t bucketOf(quint64 ns)
{
    if (ns < bucketsPerOctave)
        return ns;
    const int octave = std::bit_width(ns) - octaveBits - 1;
    return static_cast<std::size_t>(octave) * bucketsPerOctave + (ns >> octave);
}

/// The middle of the bucket: at most half its width away from any sample in it.
double valueOf(std::size_t bucket)
{
    if (bucket < 2 * bucketsPerOctave)
        return static_cast<double>(bucket);
    const auto octave = static_cast<int>(bucket / bucketsPerOctave) - 1;
    const auto low = static_cast<double>(bucket - static_cast<std::size_t>(octave) * bucketsPerOctave);
    return std::ldexp(low + 0.5, octave) - 0.5;
}

} // namespace

void LiveHistogram::add(qint64 ns)
{
    const qint64 value = std::max<qint64>(ns, 0);
    const std::size_t bucket = bucketOf(static_cast<quint64>(value));
    if (bucket >= m_buckets.size())
        m_buckets.resize(bucket + 1);
    ++m_buckets[bucket];
    ++m_count;
    m_max = std::max(m_max, value);
}

void LiveHistogram::clear()
{
    *this = LiveHistogram();
}

std::optional<double> LiveHistogram::percentile(double q) const
{
    const qsizetype needed = q > 0.95 ? samplesForP99 : q > 0.50 ? samplesForP95 : samplesForP50;
    if (m_count < needed)
        return std::nullopt;
    const double h = static_cast<double>(m_count - 1) * q;
    const auto rank = static_cast<qint64>(std::floor(h));
    const double below = sampleAt(rank);
    const double above = rank + 1 < m_count ? sampleAt(rank + 1) : below;
    return std::min(below + (h - std::floor(h)) * (above - below), static_cast<double>(m_max));
}

double LiveHistogram::sampleAt(qint64 rank) const
{
    qint64 seen = 0;
    std::size_t bucket = 0;
    while (seen + m_buckets[bucket] <= rank)
        seen += m_buckets[bucket++];
    return valueOf(bucket);
}

std::optional<double> LiveHistogram::p50() const
{
    return percentile(0.50);
}

std::optional<double> LiveHistogram::p95() const
{
    return percentile(0.95);
}

std::optional<double> LiveHistogram::p99() const
{
    return percentile(0.99);
}

} // namespace streamgauge
