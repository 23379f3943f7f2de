// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/resultsfile.h"

namespace streamgauge {

/// Reads a load results file from disk, and its side file where it has one. Errors: results.open, json.size (before
/// anything is read), and those of readLoadResults(), in words that name the file once and say what to choose instead.
[[nodiscard]] Result<LoadResult> openLoadResults(const QString &path);

/// There is no such file, or it may not be read: nothing is known of what it holds.
[[nodiscard]] inline bool isUnread(const QString &errorCode)
{
    return errorCode == QLatin1StringView("results.open");
}

/// Which run it is of; its numbers and samples are not looked at.
[[nodiscard]] Result<ResultsIdentity> identifyLoadResults(const QString &path);

} // namespace streamgauge
