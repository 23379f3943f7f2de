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
    /// The level that is being measured, as far as it has come; null between levels.
    using UnderWay = std::function<const LoadLevel *()>;

    /// `run` grows while it goes on: its levels are those that ended. `originNs`: a stamp before every dispatch.
    RunJournal(QString resultsPath, const LoadResult &run, UnderWay underWay, qint64 originNs);

    /// Errors: journal.busy, journal.left, and file.write where no other place takes it either.
    [[nodiscard]] Result<void> begin();
    // What has happened, once it stands in `run` or in the level under way. After the first error (file.write, as
    // above) nothing more is kept; what was kept before stays in path().
    [[nodiscard]] Result<void> requestEnded(const RequestRecord &request);
    [[nodiscard]] Result<void> levelEnded(const LoadLevel &level);
    [[nodiscard]] Result<void> warned(const RunWarning &warning);
    void remove() { m_file.remove(); }

    [[nodiscard]] QString path() const { return m_file.path(); }
    /// Where it went on, and why (warning journal_moved); nothing where it stands in its place.
    [[nodiscard]] const std::optional<RunWarning> &moved() const { return m_moved; }

private:
    [[nodiscard]] QByteArray everything() const;
    [[nodiscard]] Result<void> keep(QByteArrayView line);
    [[nodiscard]] Result<void> beginElsewhere(const Error &why);

    QString m_resultsPath;
    const LoadResult &m_run;
    UnderWay m_underWay;
    qint64 m_originNs;
    JournalFile m_file;
    std::optional<RunWarning> m_moved;
    std::optional<Error> m_failed;
};

} // namespace streamgauge
