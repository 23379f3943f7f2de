// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recovery.h"

#include "app/record/atomicfile.h"
#include "app/record/journalfile.h"
#include "app/record/resultsopener.h"
#include "app/record/samplerecovery.h"
#include "models/core/format.h"
#include "models/core/json.h"
#include "models/load/journalreader.h"
#include "models/load/resultsfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Recovery)
};

constexpr qint64 longestLine = qint64(64) << 20;

tl::unexpected<Error> notRecovered(const QString &journal, const Error &error)
{
    return failure(
        error.code, Text::tr("%1 cannot be recovered. %2").arg(QDir::toNativeSeparators(journal), error.message));
}

Result<void> readLines(LoadJournalReader &reader, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"journal.open"_s, Text::tr("%1 cannot be opened: %2.").arg(path, file.errorString()));
    while (true) {
        QByteArray line = file.readLine(longestLine);
        const bool endsHere = line.endsWith('\n');
        if (endsHere) {
            line.chop(1);
        } else if (file.error() == QFileDevice::NoError && !file.atEnd()) {
            return notRecovered(path,
                Error{u"journal.damaged"_s,
                    Text::tr("After byte %1 stands a line of more than %2 MiB, which this program did not write.")
                        .arg(formatCount(file.pos() - line.size()), formatCount(longestLine >> 20))});
        } else if (!parseJson(line)) {
            break; // torn: the program ended while it wrote
        }
        if (const auto taken = reader.take(line); !taken)
            return notRecovered(path, taken.error());
        if (!endsHere)
            break; // the last one, whole but for its line feed
    }
    if (file.error() != QFileDevice::NoError)
        return failure(u"journal.open"_s, Text::tr("%1 cannot be read: %2.").arg(path, file.errorString()));
    return {};
}

/// The run as its journal holds it, and its side file where it has one.
struct LeftRun {
    LoadResult result;
    std::shared_ptr<const SampleFile> samples;
};

Result<LeftRun> readJournal(const QString &path)
{
    LoadJournalReader reader;
    if (const auto lines = readLines(reader, path); !lines)
        return tl::unexpected<Error>(lines.error());
    LeftRun run;
    if (!reader.sideFile().isEmpty()) {
        auto samples = findSamples(path, reader.sideFile());
        if (!samples && reader.needsSamples())
            return notRecovered(path, samples.error());
        run.samples = samples.value_or(nullptr);
    }
    auto result = reader.finish(run.samples.get());
    if (!result)
        return notRecovered(path, result.error());
    run.result = *std::move(result);
    return run;
}

/// One past the last sample that a request owns.
qint64 samplesEnd(const LoadResult &result)
{
    qint64 end = 0;
    const auto look = [&end](const LoadLevel &level) {
        for (const RequestRecord &request : level.requests)
            end = std::max(end, request.itlNs.range().value_or(SampleRange()).end());
    };
    std::ranges::for_each(result.levels, look);
    if (result.partial)
        look(*result.partial);
    return end;
}

/// The results file that a run writes after each level is an earlier state of what its journal holds.
bool isEarlierState(const QString &path, const LoadResult &recovered)
{
    const auto there = identifyLoadResults(path);
    return there && there->createdAt == recovered.createdAt && there->endpoint == recovered.endpoint
        && there->model == recovered.model && there->levels <= recovered.levels.size();
}

Result<QString> targetOf(const QString &journal, const QString &out)
{
    if (!out.isEmpty())
        return out;
    if (journal.endsWith(JournalFile::suffix))
        return journal.chopped(JournalFile::suffix.size());
    return failure(u"recover.name"_s,
        Text::tr("The name of %1 does not end in %2, so it names no results file. Say which one to write (--out).")
            .arg(journal, JournalFile::suffix));
}

/// Writes the file, and its side file before it.
Result<void> write(AtomicFile &file, LeftRun &run)
{
    std::optional<PlacedSamples> placed;
    if (run.samples) {
        auto done = PlacedSamples::place(run.samples, samplesEnd(run.result), file.path() + SideFile::suffix);
        if (!done)
            return tl::unexpected<Error>(done.error());
        placed = *std::move(done);
        run.result.sideFile = placed->file();
    }
    auto written = file.write([&run](const AtomicFile::Piece &add) -> Result<void> {
        writeLoadResults(run.result, add);
        return {};
    });
    if (placed && written)
        placed->letGo();
    else if (placed)
        placed->undo();
    return written;
}

} // namespace

QStringList leftJournals(const QString &folder)
{
    QStringList left;
    const QFileInfoList files = QDir(folder).entryInfoList({u'*' + JournalFile::suffix}, QDir::Files, QDir::Time);
    for (const QFileInfo &file : files) {
        if (!file.isFile())
            continue; // a link to a device, say
        const auto free = JournalFile::checkFree(file.absoluteFilePath());
        if (!free && free.error().code == u"journal.left"_s)
            left += file.absoluteFilePath();
    }
    return left;
}

Result<RecoveredRun> recoverRun(const QString &journal, const QString &out)
{
    Result<JournalFile> taken = JournalFile::takeOver(journal);
    if (!taken)
        return tl::unexpected(taken.error());
    Result<LeftRun> run = readJournal(journal);
    if (!run)
        return tl::unexpected(run.error());
    const Result<QString> target = targetOf(journal, out);
    if (!target)
        return tl::unexpected(target.error());
    const bool replaces = isEarlierState(*target, run->result);
    AtomicFile file(*target, replaces ? AtomicFile::Existing::Replace : AtomicFile::Existing::Refuse);
    if (const auto ready = file.prepare(); !ready)
        return tl::unexpected(ready.error());
    if (const auto written = write(file, *run); !written)
        return tl::unexpected(written.error());
    taken->remove();
    return RecoveredRun{file.path(), std::make_shared<const LoadResult>(std::move(run->result))};
}

} // namespace streamgauge
