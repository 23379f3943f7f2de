// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/derivedmetrics.h"
#include "models/load/loadresult.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace streamgauge {

/// One number of the summary. `text` goes without a unit and has the decimals of its column; without a value it is a
/// dash, and `why` says what is missing: "98 of 100; p99 needs 100".
struct SummaryCell {
    std::optional<double> value; ///< times in nanoseconds
    QString text;
    QString why;

    friend bool operator==(const SummaryCell &, const SummaryCell &) = default;
};

/// p50, p95 and p99 of one measure and the size of the sample behind them.
struct SummaryPercentiles {
    qsizetype n = 0;
    SummaryCell p50;
    SummaryCell p95;
    SummaryCell p99;
};

/// One level of a result as tables show it: on the terminal, in Markdown and in the window. An interrupted level comes
/// last.
struct SummaryRow {
    int concurrency = 0;
    bool interrupted = false; ///< Stop came before its last request
    QStringList clientWords; ///< what its client was found to be: "client late", "system slept"
    int requestsAsked = 0;
    int inputTokensAsked = 0;
    int outputTokensAsked = 0;
    LevelMetrics metrics;
    SummaryCell succeeded; ///< "98 of 100": succeeded of asked, the sample of TTFT and latency
    SummaryPercentiles ttft; ///< milliseconds
    SummaryPercentiles itl; ///< milliseconds
    SummaryPercentiles latency; ///< milliseconds
    SummaryCell outputRate; ///< a second
    QString outputUnit; ///< what outputRate counts: "tokens" or "chunks"
    SummaryCell errors; ///< failed and timed out
    SummaryCell returned; ///< "128.0 of 128": tokens returned of asked, as a share in `value`
    bool returnedOff = false; ///< by more than 1 %

    // From local, so never in a summary that is copied. Each is defined in Definitions.
    DerivedMetrics derived;
    SummaryPercentiles tpot; ///< milliseconds
    SummaryPercentiles firstAnswer; ///< milliseconds
    SummaryCell tokensPerChunk;
    SummaryCell steadyRate; ///< a second, of what outputUnit says
    SummaryCell steadyShare; ///< "92 %", as a share in `value`
    SummaryCell steadyInFlight;
    SummaryCell inputRate; ///< tokens a second
    SummaryCell ratePerStream; ///< tokens a second
};

[[nodiscard]] std::vector<SummaryRow> summaryRows(const LoadResult &result);

/// "output tokens/s", "output chunks/s", or "output/s" where rows count differently.
[[nodiscard]] QString outputRateTitle(const std::vector<SummaryRow> &rows);

/// What the table cannot say in its cells, one sentence each: which percentiles their samples do not support, what the
/// marks mean, what was counted.
[[nodiscard]] QStringList summaryNotes(const std::vector<SummaryRow> &rows);
/// "Level 8 was interrupted after 5 of 30 requests. Levels 16 and 32 did not run."; "" where every level ended.
[[nodiscard]] QString interruptionInWords(const LoadResult &result);

/// The words of the levels' clients, each once, for the charts over all of them.
[[nodiscard]] QStringList clientMarks(const std::vector<SummaryRow> &rows);

/// What the run was, in one line: model, method, lengths, and the words incomplete and simulated where they hold.
[[nodiscard]] QString summaryHeading(const LoadResult &result);
/// What the method cannot tell, in one line.
[[nodiscard]] QString methodLimits();

/// Heading, table and limits, as a Markdown table that can be pasted as it is: fields of runs[] only, no endpoint, no
/// host. `rows` are the result's.
[[nodiscard]] QString summaryMarkdown(const LoadResult &result, const std::vector<SummaryRow> &rows);
/// The same, with what local tells beside it: derived numbers, each with its formula, and the warnings by their codes,
/// with what they mean. No word of a server, no endpoint, no host.
[[nodiscard]] QString reportMarkdown(const LoadResult &result);
/// Summary and derived numbers as lines aligned for a terminal.
[[nodiscard]] QString summaryText(const LoadResult &result);

} // namespace streamgauge
