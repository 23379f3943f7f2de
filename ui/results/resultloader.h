// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/threads/handover.h"
#include "models/core/result.h"
#include "models/load/loadresult.h"
#include "models/load/summary.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace streamgauge {

/// A result with everything that its page shows, computed from its samples.
struct LoadedResult {
    QString path; ///< "" when no file was written
    std::shared_ptr<const LoadResult> result;
    std::vector<SummaryRow> rows;
    QString markdown;
};

/// Reads results files and computes their summaries in a thread of its own: a large file takes seconds. The last one
/// asked for wins.
class ResultLoader final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultLoader)

public:
    explicit ResultLoader(QObject *parent = nullptr);
    ~ResultLoader() override;

    /// Errors: results.open, and those of readLoadResults(), each with the file's name.
    void read(const QString &path);
    /// Makes a results file of a journal and shows it. Errors: those of recoverRun().
    void recover(const QString &journal);
    void present(const QString &path, std::shared_ptr<const LoadResult> result);
    /// After loaded().
    [[nodiscard]] const Result<LoadedResult> &result() const { return m_result; }

Q_SIGNALS:
    void loaded();

private:
    using Job = std::function<Result<LoadedResult>()>;
    void start(Job job);
    void take();

    Job m_next; ///< waits for the thread
    std::unique_ptr<QThread> m_thread;
    Handover<Result<LoadedResult>> m_done;
    Result<LoadedResult> m_result = failure({}, {});
};

} // namespace streamgauge
