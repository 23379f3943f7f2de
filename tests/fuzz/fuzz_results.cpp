// SPDX-License-Identifier: GPL-3.0-or-later
// A text that begins with a brace is a results file; other bytes draw a run, which is written first. What is read is
// written and read again.
#include "models/load/resultsfile.h"
#include "models/load/summary.h"
#include "models/plot/levelplots.h"
#include "tests/fuzz/cutreads.h"
#include "tests/fuzz/fuzzedresult.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/shufflejson.h"

#include <fuzzer/FuzzedDataProvider.h>

using namespace streamgauge;
using namespace streamgauge::fuzz;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t room);

namespace {

/// What the program shows of a result.
void show(const LoadResult &result)
{
    require(!summaryText(result).isEmpty(), "every result has a summary");
    const std::vector<SummaryRow> rows = summaryRows(result);
    require(!summaryMarkdown(result, rows).isEmpty(), "also as Markdown");
    require(rows.size() == result.levels.size() + (result.partial ? 1 : 0), "a row a level");
    (void)LevelPlots::ttft(rows, {});
    (void)LevelPlots::outputRate(rows, {});
}

void requireRoundTrip(const LoadResult &result)
{
    const QByteArray file = writeLoadResults(result);
    const auto again = readLoadResults(file);
    require(
        again.has_value(), "what was written is read", again ? QByteArray() : again.error().message.toUtf8() + file);
    requireSameJson(writeLoadResults(*again), file, "a results file, and what is written of it once it is read");
    show(*again);
}

/// A file of any length is read and written piece by piece.
void requireSameInPieces(QByteArrayView file, const Result<LoadResult> &whole)
{
    const OpenSideFile none = [](const SideFile &) -> Result<std::shared_ptr<const SampleSource>> {
        return failure(QStringLiteral("results.samples"), QStringLiteral("There is none."));
    };
    const auto result = readLoadResults(piecesOf(file, quint8(file.size())), none);
    require(result.has_value() == whole.has_value(), "pieces change no judgement", file);
    if (!result)
        return;
    QByteArray written;
    writeLoadResults(*result, [&written](QByteArrayView part) { written += part; });
    requireSame(written, writeLoadResults(*whole), "a results file, in pieces and whole");
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t *data, std::size_t size, std::size_t room, unsigned int seed)
{
    if (size > 0 && data[0] == '{' && seed % 8 != 0) {
        if (const std::size_t changed = shuffleJson(data, size, room, seed); changed > 0)
            return changed;
    }
    return LLVMFuzzerMutate(data, size, room);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0 || data[0] != '{') {
        FuzzedDataProvider bytes(data, size);
        requireRoundTrip(fuzzedResult(bytes));
        return 0;
    }
    const auto result = readLoadResults(QByteArrayView(data, static_cast<qsizetype>(size)));
    requireSameInPieces(QByteArrayView(data, static_cast<qsizetype>(size)), result);
    if (result)
        requireRoundTrip(*result);
    else
        requireWords(result.error());
    return 0;
}
