// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/resultloader.h"

#include "app/record/recovery.h"
#include "app/record/resultsopener.h"

#include <utility>

namespace streamgauge {

namespace {

LoadedResult summarised(const QString &path, std::shared_ptr<const LoadResult> result)
{
    std::vector<SummaryRow> rows = summaryRows(*result);
    QString markdown = summaryMarkdown(*result, rows);
    return {path, std::move(result), std::move(rows), std::move(markdown)};
}

Result<LoadedResult> readFile(const QString &path)
{
    Result<LoadResult> read = openLoadResults(path);
    if (!read)
        return tl::unexpected<Error>(read.error());
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

void ResultLoader::recover(const QString &journal)
{
    start([journal]() -> Result<LoadedResult> {
        auto run = recoverRun(journal);
        if (!run)
            return tl::unexpected<Error>(run.error());
        return summarised(run->path, std::move(run->result));
    });
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
