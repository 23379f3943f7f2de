// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/fileproblem.h"

#include "models/endpoint/serverwords.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(FileProblem)
};

QString shown(const QString &path)
{
    return plainExcerpt(QDir::toNativeSeparators(path));
}

QString whatToChoose()
{
    return Words::tr("Choose a .json file that a run saved.");
}

/// It says so itself, near its beginning, however it goes on.
bool callsItselfResults(QByteArrayView head)
{
    return head.contains(loadResultsFormat.toString().toUtf8());
}

bool isJournal(QByteArrayView head)
{
    constexpr qsizetype firstKeys = 256;
    return head.first(std::min(head.size(), firstKeys)).contains(loadJournalFormat.toString().toUtf8());
}

bool isUtf16(QByteArrayView head)
{
    return head.startsWith("\xFF\xFE") || head.startsWith("\xFE\xFF");
}

bool isText(QByteArrayView head)
{
    // The head may end within a character.
    constexpr qsizetype mostOfOne = 3;
    for (qsizetype cut = 0; cut <= std::min(mostOfOne, head.size()); ++cut) {
        if (QUtf8StringView(head.data(), head.size() - cut).isValidUtf8())
            return !head.contains('\0');
    }
    return false;
}

QString inBrackets(const Error &error)
{
    QString words = plainExcerpt(error.message);
    if (words.endsWith(u'.'))
        words.chop(1);
    return u" ("_s + words + u')';
}

/// A file that never was a results file.
QString foreignFile(QByteArrayView head, const Error &error)
{
    if (head.trimmed().isEmpty())
        return Words::tr("This is not a Streamgauge results file, it is empty: %1.");
    if (isUtf16(head))
        return Words::tr("This file is UTF-16 text; results files are UTF-8: %1.");
    if (!isText(head))
        return Words::tr("This is not a Streamgauge results file, but binary data: %1.");
    return error.code == "results.format"_L1 || error.code == "json.depth"_L1
        ? Words::tr("This is not a Streamgauge results file, but JSON of another kind: %1.")
        : Words::tr("This is not a Streamgauge results file, but other text: %1.");
}

} // namespace

Error fileProblem(const QString &path, QByteArrayView head, const Error &error)
{
    if (error.code == "json.size"_L1)
        return {error.code, Words::tr("This file is too large to be read: %1.").arg(shown(path)) + inBrackets(error)};
    if (isJournal(head)) {
        return {error.code,
            Words::tr("This is the journal of a run that did not end, not its results: %1. Make a results file of it "
                      "(streamgauge-cli recover).")
                .arg(shown(path))};
    }
    if (error.code == "results.version"_L1) {
        return {error.code,
            Words::tr("This results file was saved by another version of Streamgauge: %1.").arg(shown(path))
                + inBrackets(error)};
    }
    if (error.code == "results.samples"_L1) {
        return {error.code,
            Words::tr("The samples of this results file cannot be used, so nothing of it is shown: %1.")
                    .arg(shown(path))
                + inBrackets(error)};
    }
    if (error.code == "results.format"_L1 || !callsItselfResults(head))
        return {error.code, foreignFile(head, error).arg(shown(path)) + u' ' + whatToChoose()};
    return {error.code,
        Words::tr("This Streamgauge results file is damaged or was changed, so nothing of it is shown: %1.")
                .arg(shown(path))
            + inBrackets(error)};
}

Error noRegularFile(const QString &path, bool isFolder)
{
    const QString what = isFolder ? Words::tr("This is a folder, not a Streamgauge results file: %1.")
                                  : Words::tr("This is a device or a pipe, not a Streamgauge results file: %1.");
    return {u"results.open"_s, what.arg(shown(path)) + u' ' + whatToChoose()};
}

} // namespace streamgauge
