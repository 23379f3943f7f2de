// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/journalfile.h"
#include "models/load/loadresult.h"

#include <functional>

namespace streamgauge {

/// Keeps on disk what a run has finished, so that nothing is lost when the program ends before it has written its
/// results. Where the place beside the results file fails, it goes on in the folder for temporary files.
class RunJournal final {
public:
    /// Every line so far, for a journal that has to begin anew elsewhere.
    using Everything = std::function<QByteArray()>;

    RunJournal(QString resultsPath, Everything everything);

    /// Errors: journal.busy, journal.left, and file.write where no other place takes it either.
    [[nodiscard]] Result<void> begin();
    /// `line` belongs to everything already. Error: file.write, as above; what was kept before stays in path().
    [[nodiscard]] Result<void> keep(QByteArrayView line);
    void remove() { m_file.remove(); }

    [[nodiscard]] const QString &path() const { return m_file.path(); }
    /// Where it went on, and why (warning journal_moved); nothing where it stands in its place.
    [[nodiscard]] const std::optional<RunWarning> &moved() const { return m_moved; }

private:
    [[nodiscard]] Result<void> beginElsewhere(const Error &why);

    QString m_resultsPath;
    Everything m_everything;
    JournalFile m_file;
    std::optional<RunWarning> m_moved;
};

} // namespace streamgauge
