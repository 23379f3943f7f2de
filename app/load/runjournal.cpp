// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runjournal.h"

#include "models/load/journalwriter.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunJournal)
};

} // namespace

RunJournal::RunJournal(QString resultsPath, const LoadResult &run, UnderWay underWay, qint64 originNs)
    : m_resultsPath(std::move(resultsPath))
    , m_run(run)
    , m_underWay(std::move(underWay))
    , m_originNs(originNs)
{
}

QByteArray RunJournal::everything() const
{
    QByteArray lines = LoadJournal::headLine(m_run);
    int level = 0;
    const auto add = [&](const LoadLevel &measured) {
        for (const RequestRecord &request : measured.requests)
            lines += LoadJournal::requestLine(level, request, m_originNs);
    };
    for (const LoadLevel &ended : m_run.levels) {
        add(ended);
        lines += LoadJournal::levelLine(level++, ended);
    }
    if (const LoadLevel *underWay = m_underWay())
        add(*underWay);
    return lines;
}

Result<void> RunJournal::begin()
{
    auto file = JournalFile::create(m_resultsPath + JournalFile::suffix);
    if (!file)
        return file.error().code == "file.write"_L1 ? beginElsewhere(file.error()) : tl::unexpected(file.error());
    m_file = *std::move(file);
    return keep(everything());
}

Result<void> RunJournal::requestEnded(const RequestRecord &request)
{
    return keep(LoadJournal::requestLine(static_cast<int>(m_run.levels.size()), request, m_originNs));
}

Result<void> RunJournal::levelEnded(const LoadLevel &level)
{
    return keep(LoadJournal::levelLine(static_cast<int>(m_run.levels.size()) - 1, level));
}

Result<void> RunJournal::warned(const RunWarning &warning)
{
    return keep(LoadJournal::warningLine(warning));
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

Result<void> RunJournal::beginElsewhere(const Error &why)
{
    if (m_moved) // that place is full too
        return tl::unexpected(why);
    const QString name =
        u"streamgauge-%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(QFileInfo(m_resultsPath).fileName());
    auto file = JournalFile::create(QDir::temp().filePath(name + JournalFile::suffix));
    if (!file)
        return tl::unexpected(why);
    if (const auto kept = file->append(everything()); !kept) {
        file->remove();
        return tl::unexpected(why);
    }
    m_file.remove(); // what it held stands in the new one
    m_file = *std::move(file);
    m_moved.emplace();
    m_moved->code = u"journal_moved"_s;
    m_moved->message = Text::tr("%1 Until the results are written, the run is kept in %2.")
                           .arg(why.message, QDir::toNativeSeparators(m_file.path()));
    return {};
}

} // namespace streamgauge
