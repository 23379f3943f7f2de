// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runjournal.h"

#include "app/load/loadrun.h"
#include "models/load/journalwriter.h"
#include "models/load/levelstatistics.h"
#include "models/load/resultsfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunJournal)
};

constexpr auto journalMoved = "journal_moved"_L1;
constexpr auto samplesMoved = "samples_moved"_L1;

bool hasCode(const std::vector<RunWarning> &warnings, QLatin1StringView code)
{
    return std::ranges::any_of(warnings, [code](const RunWarning &warning) { return warning.code == code; });
}

QString movedWords(const Error &why, const QString &samplesPath)
{
    return Text::tr("%1 Until the results are written, the samples of the run are kept in %2.")
        .arg(why.message, QDir::toNativeSeparators(samplesPath));
}

} // namespace

SideFilePolicy sideFilePolicyOf(const LoadRunSetup &setup)
{
    return {.wanted = setup.plan.expectedSamples() > setup.inlineSamples,
        .existing = setup.overwrite ? SampleWriter::Existing::Replace : SampleWriter::Existing::Refuse};
}

RunJournal::RunJournal(QString resultsPath, const LoadResult &run, UnderWay underWay, qint64 originNs)
    : m_resultsPath(std::move(resultsPath))
    , m_run(run)
    , m_underWay(std::move(underWay))
    , m_originNs(originNs)
{
}

Result<void> RunJournal::checkFree(const QString &resultsPath, const SideFilePolicy &sideFile)
{
    if (auto free = JournalFile::checkFree(resultsPath + JournalFile::suffix); !free || !sideFile.wanted)
        return free;
    return SampleWriter::checkFree(resultsPath + SideFile::suffix, sideFile.existing);
}

Result<void> RunJournal::begin(const SideFilePolicy &sideFile)
{
    // A journal names its side file, so that comes first; what is in the journal's way has to be known before.
    if (auto free = checkFree(m_resultsPath, sideFile); !free)
        return free;
    if (sideFile.wanted) {
        if (auto created = createSamples(sideFile); !created)
            return created;
    }
    auto begun = beginLines();
    if (!begun && m_samples) { // nothing names it
        QFile::remove(m_samples->path());
        m_samples.reset();
    }
    return begun;
}

Result<void> RunJournal::beginLines()
{
    auto file = JournalFile::create(m_resultsPath + JournalFile::suffix);
    if (!file)
        return file.error().code == "file.write"_L1 ? beginElsewhere(file.error()) : tl::unexpected(file.error());
    m_file = *std::move(file);
    return keep(LoadJournal::headLine(m_run, m_samples ? m_samples->path() : QString()));
}

Result<void> RunJournal::createSamples(const SideFilePolicy &sideFile)
{
    auto samples = SampleWriter::create(m_resultsPath + SideFile::suffix, sideFile.existing);
    if (!samples && samples.error().code == "file.write"_L1) {
        const Error why = samples.error();
        samples = SampleWriter::create(placeElsewhere(SideFile::suffix), SampleWriter::Existing::Refuse);
        if (!samples)
            return tl::unexpected(why);
        noteMoved(samplesMoved, movedWords(why, samples->path()));
    }
    if (!samples)
        return tl::unexpected(samples.error());
    m_samples = *std::move(samples);
    return {};
}

Result<void> RunJournal::requestEnded(RequestRecord &request)
{
    const bool movedBefore = hasCode(m_moved, journalMoved);
    const auto aside = putAside(request);
    Result<void> kept;
    // A journal that began anew in the meantime holds this request already.
    if (movedBefore == hasCode(m_moved, journalMoved))
        kept = keep(LoadJournal::requestLine(static_cast<int>(m_run.levels.size()), request, m_originNs));
    return aside ? kept : aside;
}

Result<void> RunJournal::putAside(RequestRecord &request)
{
    if (m_samplesFailed)
        return tl::unexpected(*m_samplesFailed);
    if (!m_samples)
        return {};
    auto range = m_samples->append(request.itlNs.held());
    if (!range) {
        if (const auto moved = moveSamplesElsewhere(range.error()); moved)
            range = m_samples->append(request.itlNs.held());
    }
    if (!range) {
        m_samplesFailed = range.error();
        return tl::unexpected(*m_samplesFailed);
    }
    request.itlNs = Samples::inSideFile(*range, request.itlNs.longestTenthShare());
    return {};
}

/// The journal says so before the file in the old place goes.
Result<void> RunJournal::moveSamples(const QString &path)
{
    const QString before = m_samples->path();
    if (auto moved = m_samples->moveTo(path); !moved)
        return moved;
    if (auto kept = keep(LoadJournal::sideFileLine(path)); !kept)
        return kept;
    QFile::remove(before);
    return {};
}

Result<void> RunJournal::moveSamplesElsewhere(const Error &why)
{
    if (hasCode(m_moved, samplesMoved)) // that place is full too
        return tl::unexpected(why);
    if (auto moved = moveSamples(placeElsewhere(SideFile::suffix)); !moved)
        return moved;
    noteMoved(samplesMoved, movedWords(why, m_samples->path()));
    return {};
}

Result<void> RunJournal::levelEnded(const LoadLevel &level)
{
    return keep(LoadJournal::levelLine(static_cast<int>(m_run.levels.size()) - 1, level));
}

Result<void> RunJournal::warned(const RunWarning &warning)
{
    return keep(LoadJournal::warningLine(warning));
}

Result<void> RunJournal::keepItlOf(LoadLevel &level)
{
    if (!m_samples)
        return {};
    auto kept = keepItl(level, *m_samples);
    if (!kept)
        m_unread = kept.error();
    return kept;
}

Result<void> RunJournal::writeResults(AtomicFile &file, LoadResult &run)
{
    if (m_unread)
        return tl::unexpected(*m_unread);
    if (m_samples) {
        const QString home = file.path() + SideFile::suffix;
        if (m_samples->path() != home) {
            if (auto moved = moveSamples(home); !moved)
                return moved;
        }
        auto described = m_samples->description();
        if (!described)
            return tl::unexpected(described.error());
        run.sideFile = *std::move(described);
    }
    return file.write([&run](const AtomicFile::Piece &add) -> Result<void> {
        writeLoadResults(run, add);
        return {};
    });
}

Result<void> RunJournal::keep(QByteArrayView line)
{
    if (m_failed)
        return tl::unexpected(*m_failed);
    auto kept = m_file.append(line);
    if (!kept)
        kept = beginElsewhere(kept.error());
    if (!kept)
        m_failed = kept.error();
    return kept;
}

/// All that has happened so far. A line at a time: a run of a million requests is not made a text in memory.
Result<void> RunJournal::writeAllTo(JournalFile &file) const
{
    auto kept = file.append(LoadJournal::headLine(m_run, m_samples ? m_samples->path() : QString()));
    int level = 0;
    const auto add = [&](const LoadLevel &measured) {
        for (const RequestRecord &request : measured.requests) {
            if (kept)
                kept = file.append(LoadJournal::requestLine(level, request, m_originNs));
        }
    };
    for (const LoadLevel &ended : m_run.levels) {
        add(ended);
        if (kept)
            kept = file.append(LoadJournal::levelLine(level++, ended));
    }
    if (const LoadLevel *underWay = m_underWay())
        add(*underWay);
    return kept;
}

Result<void> RunJournal::beginElsewhere(const Error &why)
{
    if (hasCode(m_moved, journalMoved)) // that place is full too
        return tl::unexpected(why);
    auto file = JournalFile::create(placeElsewhere(JournalFile::suffix));
    if (!file)
        return tl::unexpected(why);
    if (const auto kept = writeAllTo(*file); !kept) {
        file->remove();
        return tl::unexpected(why);
    }
    m_file.remove(); // what it held stands in the new one
    m_file = *std::move(file);
    noteMoved(journalMoved,
        Text::tr("%1 Until the results are written, the run is kept in %2.")
            .arg(why.message, QDir::toNativeSeparators(m_file.path())));
    return {};
}

QString RunJournal::placeElsewhere(QStringView suffix) const
{
    const QString name =
        u"streamgauge-%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(QFileInfo(m_resultsPath).fileName());
    return QDir::temp().filePath(name + suffix);
}

void RunJournal::noteMoved(QLatin1StringView code, const QString &words)
{
    m_moved.push_back({.code = code, .message = words, .level = std::nullopt, .request = std::nullopt});
}

} // namespace streamgauge
