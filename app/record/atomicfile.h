// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>
#include <QString>

#include <functional>

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

    using Piece = std::function<void(QByteArrayView)>;
    /// Gives one piece after the other to `add`; where it fails, nothing is written.
    using Content = std::function<Result<void>(const Piece &add)>;
    /// The same piece by piece: the content need not stand in memory. Errors: those of the content too.
    [[nodiscard]] Result<void> write(const Content &content);

private:
    [[nodiscard]] Result<void> checkTarget() const;

    QString m_path; ///< absolute; of a symbolic link, what it points to
    bool m_mayReplace = false;
};

} // namespace streamgauge
