// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/instrumentcheck.h"

namespace streamgauge::test {

/// A spread in milliseconds.
[[nodiscard]] inline Distribution spreadOf(qsizetype n, double p50, double p99, double max)
{
    return {.n = n, .mean = {}, .p50 = p50 * 1e6, .p95 = {}, .p99 = p99 * 1e6, .max = max * 1e6};
}

/// A check with every figure far inside its limit.
[[nodiscard]] inline InstrumentCheck goodCheck()
{
    InstrumentCheck check;
    check.createdAt = QDateTime(QDate(2026, 1, 31), QTime(11, 59, 40), Qt::UTC);
    check.concurrency = 32;
    check.intervalMs = 20;
    check.durationS = 7.625;
    check.streams = 96;
    check.chunks = 11'381;
    check.lateness = spreadOf(11'349, 0.104, 0.406, 2.125);
    check.startLateness = {.n = 32, .mean = {}, .p50 = 377e3, .p95 = 401e3, .p99 = {}, .max = 443e3};
    check.floor = spreadOf(1'000, 0.036, 0.094, 0.492);
    check.sender = spreadOf(11'381, 0.065, 0.384, 1.5);
    check.cpuUsPerChunk = 15.5;
    check.chunksPerRead = 1.0625;
    check.peakInFlight = 32;
    check.dispatchDelay = {.n = 96, .mean = {}, .p50 = 110e3, .p95 = 240e3, .p99 = {}, .max = 716e3};
    check.eventLoopLag = spreadOf(836, 0.081, 0.412, 0.448);
    check.cpuShare = 0.0625;
    check.verdict = InstrumentVerdict::Ok;
    return check;
}

} // namespace streamgauge::test
