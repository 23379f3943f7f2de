// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/loadresult.h"
#include "models/load/sharedtexts.h"

#include <optional>
#include <unordered_set>

namespace streamgauge {

/// Reads a load run's journal line by line into the run as far as it came.
class LoadJournalReader final {
public:
    /// A whole line, without its line feed. Errors: journal.format (the first line is no journal's head),
    /// journal.version, journal.line (with its number and what is wrong there). After an error nothing is read.
    [[nodiscard]] Result<void> take(QByteArrayView line);

    /// The whole path that the side file had for the program that wrote the journal; "" where there was none.
    [[nodiscard]] const QString &sideFile() const { return m_sideFile; }
    /// Whether a request has samples there.
    [[nodiscard]] bool needsSamples() const { return m_needsSamples; }

    /// Levels that ended are levels, one that had begun is the partial one. Complete only where every level of the plan
    /// ended; then the program ended before the results file was there. `samples`: the side file, null where there is
    /// none. Warns run_recovered, and samples_lost where the side file ends before the samples of some requests, which
    /// are then left out. Errors: journal.empty, results.samples.
    [[nodiscard]] Result<LoadResult> finish(const SampleSource *samples = nullptr);

private:
    [[nodiscard]] Result<void> takeHead(const JsonValue &line);
    void takeRequest(const JsonCursor &line);
    void takeLevelEnd(const JsonCursor &line);
    [[nodiscard]] LoadLevel &open(const JsonCursor &level);
    [[nodiscard]] Result<void> complete(LoadLevel &level, const SampleSource *samples);

    std::optional<LoadResult> m_result;
    std::optional<LoadLevel> m_open; ///< begun and not ended
    std::unordered_set<quint64> m_indices;
    SharedTexts m_texts;
    QString m_sideFile;
    bool m_needsSamples = false;
    qint64 m_lost = 0; ///< requests whose samples are not there
    int m_lines = 0;
};

} // namespace streamgauge
