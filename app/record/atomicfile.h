// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>
#include <QString>

namespace streamgauge {

/// A file that is written whole or not at all: temporary file in the same folder, fsync, rename. What it did not write
/// itself it never replaces, unless told to; what it wrote it may write again, as often as wanted.
/// Errors: file.path, file.exists, file.folder, file.not_a_file, file.write; each names the path and what to do.
class AtomicFile final {
public:
    enum class Existing { Refuse, Replace };

    explicit AtomicFile(const QString &path, Existing existing = Existing::Refuse);

    [[nodiscard]] const QString &path() const { return m_path; }

    /// Whether it could be written now: makes the folder, puts a small temporary file there and takes it away again.
    [[nodiscard]] Result<void> prepare();

    [[nodiscard]] Result<void> write(QByteArrayView bytes);

private:
    [[nodiscard]] Result<void> checkTarget() const;

    QString m_path; ///< absolute; of a symbolic link, what it points to
    bool m_mayReplace = false;
};

} // namespace streamgauge
