// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plot/liveplots.h"

#include <algorithm>
#include <cmath>

namespace streamgauge {

namespace {

constexpr double nsPerMs = 1e6;

bool isTime(double atS)
{
    return std::isfinite(atS) && atS >= 0;
}

/// Nearly always at the end: answers arrive a little out of order where several threads report them.
void insertAscending(std::vector<QPointF> &points, const QPointF &point)
{
    const auto place = std::upper_bound(
        points.begin(), points.end(), point.x(), [](double x, const QPointF &other) { return x < other.x(); });
    points.insert(place, point);
}

/// Of each four points of the older half the lowest and the highest stay, in their order.
void mergeOlderHalf(std::vector<QPointF> &points)
{
    if (points.size() <= LivePlots::limit)
        return;
    const std::size_t half = points.size() / 2 / 4 * 4;
    std::vector<QPointF> merged;
    merged.reserve(points.size());
    const auto lower = [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); };
    for (std::size_t i = 0; i < half; i += 4) {
        const auto group = points.begin() + std::ptrdiff_t(i);
        const auto [lowest, highest] = std::minmax_element(group, group + 4, lower);
        merged.push_back(*std::min(lowest, highest));
        merged.push_back(*std::max(lowest, highest));
    }
    merged.insert(merged.end(), points.begin() + std::ptrdiff_t(half), points.end());
    points = std::move(merged);
}

/// Two neighbouring slices of the older half become one that holds both: from the lower p50 to the higher p95.
void mergeOlderSlices(LoadPlots::Itl &slices)
{
    if (slices.p50.size() <= LivePlots::limit)
        return;
    const std::size_t half = slices.p50.size() / 2 / 2 * 2;
    const auto merge = [half](std::vector<QPointF> &points, bool higher) {
        std::vector<QPointF> merged;
        merged.reserve(points.size());
        for (std::size_t i = 0; i < half; i += 2) {
            const double a = points[i].y();
            const double b = points[i + 1].y();
            merged.emplace_back(points[i].x(), higher ? std::max(a, b) : std::min(a, b));
        }
        merged.insert(merged.end(), points.begin() + std::ptrdiff_t(half), points.end());
        points = std::move(merged);
    };
    merge(slices.p50, false);
    merge(slices.p95, true);
    merge(slices.max, true);
}

} // namespace

void LivePlots::start(std::vector<QString> marks)
{
    m_context = {};
    m_marks = std::move(marks);
    m_context.marks = m_marks;
    startLevel(-1, 0);
}

void LivePlots::startLevel(int level, int concurrency)
{
    m_level = level;
    m_context.concurrency = concurrency;
    m_ttft = {};
    m_itl = {};
    m_rate.clear();
    m_inFlight.clear();
}

void LivePlots::add(const LiveSnapshot &snapshot)
{
    m_context.countsChunks = snapshot.countsChunks;
    // Between levels and after the last one the charts stay as they are.
    if (snapshot.level < 0)
        return;
    if (snapshot.level != m_level)
        startLevel(snapshot.level, snapshot.concurrency);
    m_context.marks = m_marks;
    for (const QString &word : clientWords(snapshot.client))
        m_context.marks.push_back(word);
    for (const LiveSnapshot::TtftPoint &point : snapshot.newTtft)
        addTtft(point);
    for (const LiveSnapshot::ItlBucket &bucket : snapshot.itlBuckets)
        addItl(bucket);
    for (const LiveSnapshot::RatePoint &point : snapshot.newRates)
        addRate(point);
    m_ttft.n = std::max<qint64>(snapshot.ttftN, qint64(m_ttft.requests.size()));
}

void LivePlots::addTtft(const LiveSnapshot::TtftPoint &point)
{
    if (!isTime(point.atS) || !std::isfinite(point.ttftNs))
        return;
    insertAscending(m_ttft.requests, {point.atS, point.ttftNs / nsPerMs});
    mergeOlderHalf(m_ttft.requests);
    if (point.p50 && std::isfinite(*point.p50))
        insertAscending(m_ttft.p50, {point.atS, *point.p50 / nsPerMs});
    mergeOlderHalf(m_ttft.p50);
    if (point.p95 && std::isfinite(*point.p95))
        insertAscending(m_ttft.p95, {point.atS, *point.p95 / nsPerMs});
    mergeOlderHalf(m_ttft.p95);
}

void LivePlots::addItl(const LiveSnapshot::ItlBucket &bucket)
{
    if (!isTime(bucket.atS) || !std::isfinite(bucket.p50) || !std::isfinite(bucket.p95) || !std::isfinite(bucket.max))
        return;
    // A slice that is known already has grown.
    const auto known = std::find_if(
        m_itl.p50.rbegin(), m_itl.p50.rend(), [&bucket](const QPointF &point) { return point.x() <= bucket.atS; });
    if (known != m_itl.p50.rend() && known->x() == bucket.atS) {
        const auto index = std::size_t(std::distance(known, m_itl.p50.rend()) - 1);
        m_itl.p50[index].setY(bucket.p50 / nsPerMs);
        m_itl.p95[index].setY(bucket.p95 / nsPerMs);
        m_itl.max[index].setY(bucket.max / nsPerMs);
        return;
    }
    insertAscending(m_itl.p50, {bucket.atS, bucket.p50 / nsPerMs});
    insertAscending(m_itl.p95, {bucket.atS, bucket.p95 / nsPerMs});
    insertAscending(m_itl.max, {bucket.atS, bucket.max / nsPerMs});
    mergeOlderSlices(m_itl);
}

void LivePlots::addRate(const LiveSnapshot::RatePoint &point)
{
    if (!isTime(point.atS))
        return;
    if (point.outputPerS && std::isfinite(*point.outputPerS)) {
        insertAscending(m_rate, {point.atS, *point.outputPerS});
        mergeOlderHalf(m_rate);
    }
    insertAscending(m_inFlight, {point.atS, double(point.inFlight)});
    mergeOlderHalf(m_inFlight);
}

} // namespace streamgauge
