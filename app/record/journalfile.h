// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"
#include "models/core/result.h"

#include <QByteArrayView>
#include <QString>

namespace streamgauge {

/// A journal on disk: locked for as long as its program lives, so that a journal without a lock is one that a program
/// left behind. Each append is handed to the system at once, whole or not at all.
/// Errors: journal.busy (another program is writing it), journal.left (one was left behind), file.write.
class JournalFile final {
public:
    static constexpr QStringView suffix = u".journal.jsonl";

    JournalFile() = default;

    /// A new one. Nothing is ever appended to one that is there already.
    [[nodiscard]] static Result<JournalFile> create(const QString &path);
    /// One that was left behind, locked so that nobody else recovers it. Errors besides: journal.open (also where it is
    /// no regular file), journal.size (over what a results file may have; before anything is read).
    [[nodiscard]] static Result<JournalFile> takeOver(const QString &path);
    /// Whether create() would find nothing in its way.
    [[nodiscard]] static Result<void> checkFree(const QString &path);

    /// Where it is now: it may have been moved since it was opened.
    [[nodiscard]] QString path() const;
    [[nodiscard]] bool isOpen() const { return m_file.valid(); }

    [[nodiscard]] Result<void> append(QByteArrayView line);
    /// Its content is safe elsewhere: takes the file away.
    void remove();

private:
    [[nodiscard]] bool stands() const;

    QString m_path;
    FileDescriptor m_file;
    qint64 m_size = 0;
    bool m_torn = false; ///< half a line stands at its end and cannot be taken back: nothing may follow it
};

} // namespace streamgauge
