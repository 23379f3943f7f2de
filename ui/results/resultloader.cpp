// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resultloader.h"

#include "models/endpoint/serverwords.h"
#include "models/load/resultsfile.h"
#include "ui/results/fileproblem.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ResultLoader)
};

LoadedResult summarised(const QString &path, std::shared_ptr<const LoadResult> result)
{
    std::vector<SummaryRow> rows = summaryRows(*result);
    QString markdown = summaryMarkdown(*result);
    return {path, std::move(result), std::move(rows), std::move(markdown)};
}

Result<LoadedResult> readFile(const QString &path)
{
    const QString shown = plainExcerpt(QDir::toNativeSeparators(path));
    // A device or a pipe may never end.
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        return tl::unexpected<Error>(noRegularFile(path, info.isDir()));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"results.open"_s, Words::tr("%1 cannot be opened: %2.").arg(shown, file.errorString()));
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return failure(u"results.open"_s, Words::tr("%1 cannot be read: %2.").arg(shown, file.errorString()));
    Result<LoadResult> read = readLoadResults(bytes);
    if (!read)
        return tl::unexpected<Error>(fileProblem(path, bytes, read.error()));
    return summarised(path, std::make_shared<const LoadResult>(std::move(*read)));
}

} // namespace

ResultLoader::ResultLoader(QObject *parent)
    : QObject(parent)
{
}

ResultLoader::~ResultLoader()
{
    if (m_thread)
        m_thread->wait();
}

void ResultLoader::read(const QString &path)
{
    start([path] { return readFile(path); });
}

void ResultLoader::present(const QString &path, std::shared_ptr<const LoadResult> result)
{
    start([path, result = std::move(result)]() -> Result<LoadedResult> { return summarised(path, result); });
}

void ResultLoader::start(Job job)
{
    if (m_thread) {
        m_next = std::move(job);
        return;
    }
    m_thread.reset(QThread::create([this, job = std::move(job)] { m_done.give(job()); }));
    connect(m_thread.get(), &QThread::finished, this, &ResultLoader::take);
    m_thread->start();
}

void ResultLoader::take()
{
    m_thread->wait();
    m_thread.reset();
    auto done = m_done.takeAll();
    if (m_next)
        return start(std::exchange(m_next, {}));
    m_result = std::move(done.back());
    Q_EMIT loaded();
}

} // namespace streamgauge
