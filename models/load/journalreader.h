// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/loadresult.h"

#include <optional>
#include <unordered_set>

namespace streamgauge {

/// Reads a load run's journal line by line into the run as far as it came.
class LoadJournalReader final {
public:
    /// A whole line, without its line feed. Errors: journal.format (the first line is no journal's head),
    /// journal.version, journal.line (with its number and what is wrong there). After an error nothing is read.
    [[nodiscard]] Result<void> take(QByteArrayView line);

    /// Levels that ended are levels, one that had begun is the partial one. Complete only where every level of the plan
    /// ended; then the program ended before the results file was there. Warns run_recovered. Error: journal.empty.
    [[nodiscard]] Result<LoadResult> finish();

private:
    [[nodiscard]] Result<void> takeHead(const JsonValue &line);
    void takeRequest(const JsonCursor &line);
    void takeLevelEnd(const JsonCursor &line);
    [[nodiscard]] LoadLevel &open(const JsonCursor &level);

    std::optional<LoadResult> m_result;
    std::optional<LoadLevel> m_open; ///< begun and not ended
    std::unordered_set<quint64> m_indices;
    int m_lines = 0;
};

} // namespace streamgauge
