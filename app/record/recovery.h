// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/load/loadresult.h"

#include <QStringList>

#include <memory>

namespace streamgauge {

/// Journals in a folder whose program is gone, the newest first.
[[nodiscard]] QStringList leftJournals(const QString &folder);

struct RecoveredRun {
    QString path; ///< the results file
    std::shared_ptr<const LoadResult> result;
};

/// Makes a results file of a journal that was left behind, `out` or, where that is "", the one that its run was to
/// write; then takes the journal away. A results file is replaced only where it is the same run's, from before its end.
/// The side file of samples, where the run has one, stands beside the results file afterwards.
/// Errors: those of JournalFile, LoadJournalReader, SampleFile and AtomicFile; recover.name. The journal stays after an
/// error.
[[nodiscard]] Result<RecoveredRun> recoverRun(const QString &journal, const QString &out = {});

} // namespace streamgauge
