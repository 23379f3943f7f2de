// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

namespace streamgauge::test {

/// A success with `chunks` content chunks: the first after ttftNs, the others gapNs and a little more apart.
[[nodiscard]] RequestRecord successOf(quint64 index, qint64 dispatchNs, qint64 ttftNs, qint64 gapNs, int chunks);
/// A request that failed after its dispatch.
[[nodiscard]] RequestRecord failureOf(quint64 index, qint64 dispatchNs, Outcome outcome, ErrorKind kind);

/// A finished run with everything in it that a file can hold: three levels (all succeed; some errors of every kind and
/// requests without a dispatch; one level by chunks), odd nanoseconds, warnings, anomalies, server objects.
[[nodiscard]] LoadResult sampleResult();
/// The same, stopped in its third level.
[[nodiscard]] LoadResult interruptedResult();

/// The bytes with one text replaced by another, which must stand there.
[[nodiscard]] QByteArray changed(QByteArray bytes, const QByteArray &from, const QByteArray &to);

/// A side file in memory.
class HeldSamples final : public SampleSource {
public:
    std::vector<qint64> samples;

    [[nodiscard]] qint64 count() const override { return std::ssize(samples); }
    [[nodiscard]] Result<void> read(SampleRange range, const SampleTaker &take) const override;
    /// As they stand in the file, computed by other means than the program's.
    [[nodiscard]] QByteArray bytes() const;
};

/// Puts all samples of a result into a side file of that name, as a long run does.
[[nodiscard]] HeldSamples putAside(LoadResult &result, const QString &name);

} // namespace streamgauge::test
