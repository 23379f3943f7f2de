// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/atomicfile.h"
#include "app/record/journalfile.h"
#include "app/record/samplewriter.h"
#include "models/load/loadresult.h"

#include <functional>

namespace streamgauge {

struct LoadRunSetup;

/// Whether a run's samples leave memory for a side file as its requests end.
struct SideFilePolicy {
    bool wanted = false;
    SampleWriter::Existing existing = SampleWriter::Existing::Refuse;
};

[[nodiscard]] SideFilePolicy sideFilePolicyOf(const LoadRunSetup &setup);

/// Keeps on disk what a run has finished, so that nothing is lost when the program ends before it has written its
/// results: a journal of its requests and, where there are many, a side file of their samples. Where the place beside
/// the results file fails, each goes on in the folder for temporary files.
class RunJournal final {
public:
    /// The level that is being measured, as far as it has come; null between levels.
    using UnderWay = std::function<const LoadLevel *()>;

    /// `run` grows while it goes on: its levels are those that ended. `originNs`: a stamp before every dispatch.
    RunJournal(QString resultsPath, const LoadResult &run, UnderWay underWay, qint64 originNs);

    /// Whether begin() would find nothing in its way. Errors: those of JournalFile and SampleWriter.
    [[nodiscard]] static Result<void> checkFree(const QString &resultsPath, const SideFilePolicy &sideFile);

    /// Errors: journal.busy, journal.left, file.exists (a side file), and file.write where no other place takes it
    /// either.
    [[nodiscard]] Result<void> begin(const SideFilePolicy &sideFile = {});
    // What has happened, once it stands in `run` or in the level under way. After the first error (file.write, as
    // above) nothing more is kept; what was kept before stays in path().
    /// Moves the request's samples into the side file, where there is one; where it takes no more, they stay in the
    /// request and in its line.
    [[nodiscard]] Result<void> requestEnded(RequestRecord &request);
    [[nodiscard]] Result<void> levelEnded(const LoadLevel &level);
    [[nodiscard]] Result<void> warned(const RunWarning &warning);
    void remove() { m_file.remove(); }

    /// Reads from the side file what a level's gaps come to; before its metrics are asked for. Error: results.samples.
    [[nodiscard]] Result<void> keepItlOf(LoadLevel &level);
    /// Writes the run's results, its side file beside them. Errors: those of AtomicFile and SampleWriter.
    [[nodiscard]] Result<void> writeResults(AtomicFile &file, LoadResult &run);

    [[nodiscard]] QString path() const { return m_file.path(); }
    /// Where it went on, and why (warnings journal_moved and samples_moved); nothing while all stands in its place.
    [[nodiscard]] std::vector<RunWarning> moved() const { return m_moved; }

private:
    [[nodiscard]] Result<void> beginLines();
    [[nodiscard]] Result<void> createSamples(const SideFilePolicy &sideFile);
    [[nodiscard]] Result<void> putAside(RequestRecord &request);
    [[nodiscard]] Result<void> moveSamples(const QString &path);
    [[nodiscard]] Result<void> moveSamplesElsewhere(const Error &why);
    [[nodiscard]] Result<void> writeAllTo(JournalFile &file) const;
    [[nodiscard]] Result<void> keep(QByteArrayView line);
    [[nodiscard]] Result<void> beginElsewhere(const Error &why);
    [[nodiscard]] QString placeElsewhere(QStringView suffix) const;
    void noteMoved(QLatin1StringView code, const QString &words);

    QString m_resultsPath;
    const LoadResult &m_run;
    UnderWay m_underWay;
    qint64 m_originNs;
    JournalFile m_file;
    std::optional<SampleWriter> m_samples;
    std::vector<RunWarning> m_moved;
    std::optional<Error> m_failed;
    std::optional<Error> m_samplesFailed; ///< no place takes more
    std::optional<Error> m_unread; ///< a level's samples could not be read back
};

} // namespace streamgauge
