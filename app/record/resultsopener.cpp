// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/resultsopener.h"

#include "app/record/fileproblem.h"
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/resultsfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ResultsOpener)
};

} // namespace

Result<LoadResult> openLoadResults(const QString &path)
{
    const QString shown = plainExcerpt(QDir::toNativeSeparators(path));
    const QFileInfo info(path);
    // A device or a pipe may never end.
    if (info.exists() && !info.isFile())
        return tl::unexpected<Error>(noRegularFile(path, info.isDir()));
    if (constexpr qint64 most = JsonLimits{}.bytes; info.size() > most) {
        const Error tooLarge{u"json.size"_s,
            Words::tr("%1 MiB; %2 are read at most").arg(formatCount(info.size() >> 20), formatCount(most >> 20))};
        return tl::unexpected<Error>(fileProblem(path, {}, tooLarge));
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"results.open"_s, Words::tr("%1 cannot be opened: %2.").arg(shown, file.errorString()));
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return failure(u"results.open"_s, Words::tr("%1 cannot be read: %2.").arg(shown, file.errorString()));
    Result<LoadResult> read = readLoadResults(bytes);
    if (!read)
        return tl::unexpected<Error>(fileProblem(path, bytes, read.error()));
    return read;
}

} // namespace streamgauge
