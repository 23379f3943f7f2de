// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recovery.h"

#include "app/record/atomicfile.h"
#include "app/record/journalfile.h"
#include "app/record/resultsopener.h"
#include "models/load/journalreader.h"
#include "models/load/resultsfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Recovery)
};

constexpr qint64 longestLine = qint64(64) << 20;

Result<LoadResult> readJournal(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"journal.open"_s, Text::tr("%1 cannot be opened: %2.").arg(path, file.errorString()));
    LoadJournalReader reader;
    while (true) {
        QByteArray line = file.readLine(longestLine);
        // Without its line feed it is the torn last one: the program ended while it wrote.
        if (!line.endsWith('\n'))
            break;
        line.chop(1);
        if (const auto taken = reader.take(line); !taken) {
            return failure(taken.error().code,
                Text::tr("%1 cannot be recovered. %2").arg(QDir::toNativeSeparators(path), taken.error().message));
        }
    }
    if (file.error() != QFileDevice::NoError)
        return failure(u"journal.open"_s, Text::tr("%1 cannot be read: %2.").arg(path, file.errorString()));
    return reader.finish();
}

/// The results file that a run writes after each level is an earlier state of what its journal holds.
bool isEarlierState(const QString &path, const LoadResult &recovered)
{
    const auto there = openLoadResults(path);
    return there && there->createdAt == recovered.createdAt && there->endpoint == recovered.endpoint
        && there->model == recovered.model && there->levels.size() <= recovered.levels.size();
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
    Result<LoadResult> result = readJournal(journal);
    if (!result)
        return tl::unexpected(result.error());
    QString target = out;
    if (target.isEmpty()) {
        if (!journal.endsWith(JournalFile::suffix)) {
            return failure(u"recover.name"_s,
                Text::tr("The name of %1 does not end in %2, so it names no results file. Say which one to write "
                         "(--out).")
                    .arg(journal, JournalFile::suffix));
        }
        target = journal.chopped(JournalFile::suffix.size());
    }
    const bool replaces = isEarlierState(target, *result);
    AtomicFile file(target, replaces ? AtomicFile::Existing::Replace : AtomicFile::Existing::Refuse);
    if (const auto written = file.write(writeLoadResults(*result)); !written)
        return tl::unexpected(written.error());
    taken->remove();
    return RecoveredRun{file.path(), std::make_shared<const LoadResult>(std::move(*result))};
}

} // namespace streamgauge
