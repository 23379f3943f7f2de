// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/resultsopener.h"

#include "app/record/fileproblem.h"
#include "app/record/samplefile.h"
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"

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

/// Some levels of a million requests; what is larger was not written by this program.
constexpr qint64 mostBytes = qint64(64) << 30;
constexpr qint64 pieceBytes = qint64(1) << 18;

Result<void> openFile(QFile &file, const QString &path)
{
    const QFileInfo info(path);
    // A device or a pipe may never end.
    if (info.exists() && !info.isFile())
        return tl::unexpected<Error>(noRegularFile(path, info.isDir()));
    if (info.size() > mostBytes) {
        const Error tooLarge{u"json.size"_s,
            Words::tr("%1 MiB; %2 are read at most").arg(formatCount(info.size() >> 20), formatCount(mostBytes >> 20))};
        return tl::unexpected<Error>(fileProblem(path, {}, tooLarge));
    }
    file.setFileName(path);
    if (file.open(QIODevice::ReadOnly))
        return {};
    return failure(u"results.open"_s,
        Words::tr("%1 cannot be opened: %2.").arg(plainExcerpt(QDir::toNativeSeparators(path)), file.errorString()));
}

template <typename Value, typename Read>
Result<Value> readFrom(const QString &path, Read read)
{
    QFile file;
    if (auto opened = openFile(file, path); !opened)
        return tl::unexpected<Error>(opened.error());
    const QByteArray head = file.peek(fileProblemHead);
    Result<Value> value = read([&file] { return file.read(pieceBytes); });
    if (file.error() != QFileDevice::NoError)
        return failure(u"results.open"_s,
            Words::tr("%1 cannot be read: %2.").arg(plainExcerpt(QDir::toNativeSeparators(path)), file.errorString()));
    if (!value)
        return tl::unexpected<Error>(fileProblem(path, head, value.error()));
    return value;
}

} // namespace

Result<LoadResult> openLoadResults(const QString &path)
{
    const QString folder = QFileInfo(QFileInfo(path).canonicalFilePath()).path();
    return readFrom<LoadResult>(path, [&folder](const JsonPieces &pieces) {
        return readLoadResults(
            pieces, [&folder](const SideFile &file) { return SampleFile::openChecked(folder, file); });
    });
}

Result<ResultsIdentity> identifyLoadResults(const QString &path)
{
    return readFrom<ResultsIdentity>(path, [](const JsonPieces &pieces) { return readResultsIdentity(pieces); });
}

} // namespace streamgauge
