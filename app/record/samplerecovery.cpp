// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/samplerecovery.h"

#include "app/record/filewriting.h"
#include "app/record/samplewriter.h"

#include <QFile>
#include <QFileInfo>

#include <unistd.h>

#include <cerrno>

namespace streamgauge {

Result<std::shared_ptr<const SampleFile>> findSamples(const QString &journal, const QString &written)
{
    const QString beside = QFileInfo(journal).absolutePath() + u'/' + QFileInfo(written).fileName();
    return SampleFile::open(QFileInfo::exists(beside) ? beside : written);
}

Result<PlacedSamples> PlacedSamples::place(
    std::shared_ptr<const SampleFile> left, qint64 samples, const QString &target)
{
    PlacedSamples placed;
    const qint64 bytes = samples * SideFile::bytesPerSample;
    if (QFileInfo(target).canonicalFilePath() == QFileInfo(left->path()).canonicalFilePath()) {
        if (::truncate(QFile::encodeName(left->path()).constData(), bytes) != 0)
            return tl::unexpected<Error>(writeFailure(left->path(), errno));
    } else {
        if (auto free = SampleWriter::checkFree(target, SampleWriter::Existing::Refuse); !free)
            return tl::unexpected<Error>(free.error());
        if (auto copied = copyBeginning(left->descriptor(), left->path(), bytes, target); !copied)
            return tl::unexpected<Error>(copied.error());
        placed.m_copy = target;
    }
    placed.m_left = std::move(left);
    const auto file = SampleFile::open(target);
    const auto described = file ? (*file)->description() : tl::unexpected<Error>(file.error());
    if (!described) {
        placed.undo();
        return tl::unexpected<Error>(described.error());
    }
    placed.m_file = *described;
    return placed;
}

void PlacedSamples::letGo()
{
    QString owner = m_left->path();
    if (owner.endsWith(SideFile::suffix))
        owner.chop(SideFile::suffix.size());
    if (!m_copy.isEmpty() && !QFileInfo::exists(owner))
        QFile::remove(m_left->path());
}

void PlacedSamples::undo()
{
    if (!m_copy.isEmpty())
        QFile::remove(m_copy);
}

} // namespace streamgauge
