// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/journalreader.h"

#include "models/core/plaintext.h"
#include "models/load/clientreader.h"
#include "models/load/journalwriter.h"
#include "models/load/levelstatistics.h"
#include "models/load/levelwarnings.h"
#include "models/load/lockstep.h"
#include "models/load/requestreader.h"
#include "models/load/resultsfile.h"
#include "models/load/warningjson.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Journal {
    Q_DECLARE_TR_FUNCTIONS(JournalReader)
};

tl::unexpected<Error> badLine(int number, const QString &why)
{
    return failure(u"journal.line"_s,
        Journal::tr("Line %1 of the journal is damaged: %2 Only a torn last line is expected there.")
            .arg(QString::number(number), why));
}

RunWarning recoveredWarning(const LoadResult &result)
{
    RunWarning warning;
    warning.code = u"run_recovered"_s;
    warning.message =
        Journal::tr("The program ended in the middle of this run. Recovered from its journal: every request that had "
                    "ended, %1 in all.")
            .arg(result.requestCount());
    return warning;
}

RunWarning lostWarning(qint64 requests)
{
    return {.code = u"samples_lost"_s,
        .message =
            Journal::tr("Of %n request(s) the samples had not reached the side file when the machine stopped: they "
                        "are left out, since nothing that is said of them could be checked.",
                nullptr, static_cast<int>(requests)),
        .level = std::nullopt,
        .request = std::nullopt};
}

/// A level's warnings ask for it.
Result<void> rememberLongestGaps(LoadLevel &level, const SampleSource *samples)
{
    for (RequestRecord &request : level.requests) {
        const auto range = request.itlNs.range();
        if (!range || !samples)
            continue;
        std::vector<qint64> gaps;
        auto read = samples->read(
            *range, [&gaps](std::span<const qint64> block) { gaps.insert(gaps.end(), block.begin(), block.end()); });
        if (!read)
            return read;
        request.itlNs = Samples::inSideFile(*range, Samples::longestTenthShareOf(std::move(gaps)));
    }
    return {};
}

} // namespace

Result<void> LoadJournalReader::take(QByteArrayView line)
{
    ++m_lines;
    const Result<JsonValue> value = parseJson(line);
    if (!m_result) {
        if (!value || (*value)[u"format"].toString() != loadJournalFormat)
            return failure(u"journal.format"_s, Journal::tr("This is not the journal of a load run."));
        return takeHead(*value);
    }
    if (!value)
        return badLine(m_lines, value.error().message);
    JsonCursor::Problem problem{u"journal.line"_s, std::nullopt};
    const JsonCursor json(*value, problem);
    if (value->find(u"request"))
        takeRequest(json);
    else if (value->find(u"ended"))
        takeLevelEnd(json);
    else if (value->find(u"side_file"))
        m_sideFile = json[u"side_file"].text();
    else
        noteWarning(m_result->warnings, readWarning(json[u"warning"]));
    if (problem.first)
        return badLine(m_lines, problem.first->message);
    return {};
}

Result<void> LoadJournalReader::takeHead(const JsonValue &line)
{
    const JsonValue &version = line[u"format_version"];
    if (version != JsonValue(qint64(loadJournalVersion))) {
        return failure(u"journal.version"_s,
            Journal::tr("The journal has \"format_version\" %1; this program reads version %2.")
                .arg(plainExcerpt(QString::fromUtf8(compactJson(version)), 40))
                .arg(loadJournalVersion));
    }
    Result<LoadResult> result = readLoadResults(compactJson(line[u"document"]));
    if (!result)
        return badLine(m_lines, result.error().message);
    m_result = std::move(*result);
    m_result->partial.reset();
    m_sideFile = line[u"side_file"].toString();
    return {};
}

/// The level that a line belongs to: levels come one after the other, as the plan has them.
LoadLevel &LoadJournalReader::open(const JsonCursor &level)
{
    const auto next = static_cast<qint64>(m_result->levels.size());
    const auto last = static_cast<qint64>(m_result->plan.concurrency.size()) - 1;
    if (next > last)
        level.refuse(Journal::tr("is a level beyond the plan's"));
    else
        (void)level.integer(next, next);
    if (!m_open) {
        m_open.emplace();
        m_open->concurrency = m_result->plan.concurrency[static_cast<size_t>(std::min(next, last))];
    }
    return *m_open;
}

void LoadJournalReader::takeRequest(const JsonCursor &line)
{
    LoadLevel &level = open(line[u"level"]);
    RequestRecord request = readRequest(line[u"request"]);
    if (!m_indices.insert(request.index).second)
        line[u"request"][u"index"].refuse(Journal::tr("is the number of an earlier request too"));
    m_texts.share(request);
    m_needsSamples = m_needsSamples || !request.itlNs.areHeld();
    level.requests.push_back(std::move(request));
}

void LoadJournalReader::takeLevelEnd(const JsonCursor &line)
{
    LoadLevel &level = open(line[u"level"]);
    level.client = readClientEvidence(line[u"ended"]);
    m_result->levels.push_back(std::move(level));
    m_open.reset();
}

/// Sorts its requests, leaves out those whose samples are not there, and reads what stands elsewhere.
Result<void> LoadJournalReader::complete(LoadLevel &level, const SampleSource *samples)
{
    const qint64 there = samples ? samples->count() : 0;
    const auto lost = std::ranges::remove_if(level.requests, [there](const RequestRecord &request) {
        const auto range = request.itlNs.range();
        return range && (range->offset > there || range->count > there - range->offset);
    });
    m_lost += std::ssize(lost);
    level.requests.erase(lost.begin(), lost.end());
    std::ranges::sort(level.requests, {}, &RequestRecord::index);
    return samples ? keepItl(level, *samples) : Result<void>();
}

Result<LoadResult> LoadJournalReader::finish(const SampleSource *samples)
{
    if (!m_result)
        return failure(u"journal.empty"_s, Journal::tr("The journal is empty: the run had not begun to measure."));
    LoadResult result = *std::exchange(m_result, std::nullopt);
    for (LoadLevel &level : result.levels) {
        if (const auto completed = complete(level, samples); !completed)
            return tl::unexpected<Error>(completed.error());
    }
    if (m_open) {
        if (const auto completed = complete(*m_open, samples); !completed)
            return tl::unexpected<Error>(completed.error());
        if (const auto looked = rememberLongestGaps(*m_open, samples); !looked)
            return tl::unexpected<Error>(looked.error());
        m_open->client = evidenceOf(m_open->requests);
        result.partial = std::exchange(m_open, std::nullopt);
        const LevelMetrics metrics = levelMetrics(*result.partial, result.plan, result.probe);
        for (const RunWarning &warning : levelWarnings(*result.partial, metrics, result.plan))
            noteWarning(result.warnings, warning);
        if (const auto waves = lockStepWarning(*result.partial, ttftAlone(result.levels)))
            noteWarning(result.warnings, *waves);
    }
    result.complete = result.levels.size() == result.plan.concurrency.size();
    noteWarning(result.warnings, recoveredWarning(result));
    if (m_lost > 0)
        noteWarning(result.warnings, lostWarning(m_lost));
    return result;
}

} // namespace streamgauge
