// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"
#include "app/record/atomicfile.h"
#include "app/record/sha256.h"
#include "models/load/sidefile.h"
#include "models/stats/samples.h"

#include <QString>

namespace streamgauge {

/// The side file of a run while it goes on: takes the samples of each request as it ends, and gives them back to be
/// computed with. What was appended is with the system: it outlives the program.
/// Errors: file.exists, file.not_a_file, file.write, each with the path; results.samples when reading.
class SampleWriter final : public SampleSource {
public:
    using Existing = AtomicFile::Existing;

    /// A new one. Another file in its place is refused, or taken away where it may be replaced.
    [[nodiscard]] static Result<SampleWriter> create(const QString &path, Existing existing);
    /// Whether create() would find nothing in its way.
    [[nodiscard]] static Result<void> checkFree(const QString &path, Existing existing);

    /// All of them, or none where it fails.
    [[nodiscard]] Result<SampleRange> append(const std::vector<qint64> &samples);

    [[nodiscard]] qint64 count() const override { return m_bytes / SideFile::bytesPerSample; }
    [[nodiscard]] Result<void> read(SampleRange range, const SampleTaker &take) const override;

    /// Goes on in a copy at another place, where nothing may be. The file here stays, for whoever has to say so first.
    [[nodiscard]] Result<void> moveTo(const QString &path);

    /// What a results file says of it, as it is now; it is on the disk then.
    [[nodiscard]] Result<SideFile> description() const;
    [[nodiscard]] const QString &path() const { return m_path; }

private:
    QString m_path;
    FileDescriptor m_file;
    qint64 m_bytes = 0;
    Sha256 m_sum;
};

/// Copies the first bytes of an open file to a new one. Errors: those of AtomicFile, and file.read.
[[nodiscard]] Result<void> copyBeginning(int descriptor, const QString &from, qint64 bytes, const QString &to);

} // namespace streamgauge
