// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"
#include "models/load/sidefile.h"
#include "models/stats/samples.h"

#include <QString>

#include <memory>

namespace streamgauge {

class Sha256;

/// A side file of samples that is read. However long it is, a few hundred KiB of it are in memory.
class SampleFile final : public SampleSource {
public:
    using Opened = Result<std::shared_ptr<const SampleSource>>;

    /// What stands behind the last whole sample is not looked at. Error: results.samples.
    [[nodiscard]] static Result<std::shared_ptr<const SampleFile>> open(const QString &path);
    /// The one that a results file in that folder names: there, as long as it says, with that hash, and every sample a
    /// whole number of nanoseconds from 0 up. Error: results.samples, which says what it is instead.
    [[nodiscard]] static Opened openChecked(const QString &folder, const SideFile &stated);

    [[nodiscard]] qint64 count() const override { return m_bytes / SideFile::bytesPerSample; }
    [[nodiscard]] Result<void> read(SampleRange range, const SampleTaker &take) const override;

    /// What a results file says of it. Reads all of it. Error: results.samples, also where a sample is none.
    [[nodiscard]] Result<SideFile> description() const;
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] int descriptor() const { return m_file.get(); }

private:
    SampleFile(QString path, FileDescriptor file, qint64 bytes);

    QString m_path;
    FileDescriptor m_file;
    qint64 m_bytes = 0;
};

/// Gives samples of an open side file to `take`, block by block; `sum` gets their bytes too. Error: results.samples.
[[nodiscard]] Result<void> readSamples(
    int descriptor, const QString &path, SampleRange range, const SampleTaker &take, Sha256 *sum = nullptr);

} // namespace streamgauge
