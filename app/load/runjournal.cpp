// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runjournal.h"

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

RunJournal::RunJournal(QString resultsPath, Everything everything)
    : m_resultsPath(std::move(resultsPath))
    , m_everything(std::move(everything))
{
}

Result<void> RunJournal::begin()
{
    auto file = JournalFile::create(m_resultsPath + JournalFile::suffix);
    if (!file)
        return file.error().code == "file.write"_L1 ? beginElsewhere(file.error()) : tl::unexpected(file.error());
    m_file = *std::move(file);
    return keep(m_everything());
}

Result<void> RunJournal::keep(QByteArrayView line)
{
    const auto kept = m_file.append(line);
    return kept ? kept : beginElsewhere(kept.error());
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
    if (const auto kept = file->append(m_everything()); !kept) {
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
