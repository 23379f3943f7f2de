// SPDX-License-Identifier: GPL-3.0-or-later
// A text that begins with a brace is a journal; other bytes draw a run, whose journal is written and may be torn
// anywhere. What a journal comes to can be written as a results file and read back.
#include "models/load/journalreader.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/fuzz/fuzzedresult.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/shufflejson.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <cstring>

using namespace streamgauge;
using namespace streamgauge::fuzz;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t room);

namespace {

/// As a recovery reads it: only whole lines count.
Result<LoadResult> readJournal(QByteArrayView journal)
{
    LoadJournalReader reader;
    while (true) {
        const qsizetype end = journal.indexOf('\n');
        if (end < 0)
            return reader.finish();
        if (auto taken = reader.take(journal.first(end)); !taken)
            return tl::unexpected(taken.error());
        journal = journal.sliced(end + 1);
    }
}

void requireStorable(const LoadResult &result)
{
    const QByteArray file = writeLoadResults(result);
    const auto again = readLoadResults(file);
    require(
        again.has_value(), "what was recovered is read", again ? QByteArray() : again.error().message.toUtf8() + file);
    requireSameJson(
        writeLoadResults(*again), file, "a recovered results file, and what is written of it once it is read");
}

/// The lines of a run that got as far as `result`, and how many requests stand in them.
QByteArray journalOf(const LoadResult &result)
{
    constexpr qint64 origin = 0;
    QByteArray journal = LoadJournal::headLine(result);
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        for (const RequestRecord &request : result.levels[i].requests)
            journal += LoadJournal::requestLine(int(i), request, origin);
        journal += LoadJournal::levelLine(int(i), result.levels[i]);
    }
    if (result.partial) {
        for (const RequestRecord &request : result.partial->requests)
            journal += LoadJournal::requestLine(int(result.levels.size()), request, origin);
    }
    return journal;
}

void requireRecovery(const LoadResult &result, quint32 torn)
{
    QByteArray journal = journalOf(result);
    const auto whole = readJournal(journal);
    require(whole.has_value(), "a journal is read", whole ? QByteArray() : whole.error().message.toUtf8() + journal);
    require(whole->requestCount() == result.requestCount(), "every request of the journal is recovered");
    require(whole->levels.size() == result.levels.size(), "every level that ended is one");
    requireStorable(*whole);

    journal.truncate(qsizetype(torn) % (journal.size() + 1));
    const qsizetype lines = journal.count('\n');
    const auto part = readJournal(journal);
    require(part.has_value() == (lines > 0), "a torn journal is read up to its last whole line", journal);
    if (part)
        requireStorable(*part);
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t *data, std::size_t size, std::size_t room, unsigned int seed)
{
    if (size == 0 || data[0] != '{' || seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, room);
    // One line of the journal is changed, the others keep their places.
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    QByteArrayList lines = text.split('\n');
    QByteArray &line = lines[qsizetype(seed / 4) % lines.size()];
    const auto json = parseJson(line);
    if (!json)
        return LLVMFuzzerMutate(data, size, room);
    line = compactJson(shuffled(*json, seed));
    const QByteArray changed = lines.join('\n');
    if (std::size_t(changed.size()) > room)
        return LLVMFuzzerMutate(data, size, room);
    std::memcpy(data, changed.constData(), std::size_t(changed.size()));
    return std::size_t(changed.size());
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0 || data[0] != '{') {
        FuzzedDataProvider bytes(data, size);
        const auto torn = bytes.ConsumeIntegral<quint32>();
        requireRecovery(fuzzedResult(bytes), torn);
        return 0;
    }
    const auto result = readJournal(QByteArrayView(data, static_cast<qsizetype>(size)));
    if (result)
        requireStorable(*result);
    else
        requireWords(result.error());
    return 0;
}
