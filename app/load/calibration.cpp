// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/calibration.h"

#include "models/load/levelwarnings.h"

#include <algorithm>
#include <cmath>

namespace streamgauge {

namespace {

qint64 distance(const CalibrationPoint &point, int targetTokens)
{
    return std::abs(point.promptTokens - targetTokens);
}

} // namespace

int nextCalibrationWords(const std::vector<CalibrationPoint> &points, int targetTokens)
{
    if (points.empty())
        return std::max(1, targetTokens);
    const CalibrationPoint &last = points.back();
    double tokensPerWord = 1;
    if (points.size() > 1) {
        const CalibrationPoint &before = points[points.size() - 2];
        const double words = last.words - before.words;
        const double tokens = static_cast<double>(last.promptTokens - before.promptTokens);
        // A server that cuts prompts, or counts something else, shows no usable slope.
        if (words != 0 && tokens / words > 0)
            tokensPerWord = tokens / words;
    }
    const double next = last.words + static_cast<double>(targetTokens - last.promptTokens) / tokensPerWord;
    return static_cast<int>(std::clamp(std::round(next), 1.0, 2.0 * std::max(1, targetTokens) + 1000));
}

CalibrationReport calibrated(std::vector<CalibrationPoint> points, int targetTokens)
{
    CalibrationReport report;
    report.points = std::move(points);
    const auto closest = std::ranges::min_element(
        report.points, {}, [targetTokens](const CalibrationPoint &point) { return distance(point, targetTokens); });
    report.done = closest != report.points.end();
    report.words = report.done ? closest->words : std::max(1, targetTokens);
    report.reached =
        report.done && static_cast<double>(distance(*closest, targetTokens)) <= inputLengthTolerance(targetTokens);
    return report;
}

} // namespace streamgauge
