// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/journalreader.h"

#include "models/load/clientreader.h"
#include "models/core/plaintext.h"
#include "models/load/journalwriter.h"
#include "models/load/levelwarnings.h"
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
    level.requests.push_back(std::move(request));
}

void LoadJournalReader::takeLevelEnd(const JsonCursor &line)
{
    LoadLevel &level = open(line[u"level"]);
    level.client = readClientEvidence(line[u"ended"]);
    m_result->levels.push_back(std::move(level));
    m_open.reset();
}

Result<LoadResult> LoadJournalReader::finish()
{
    if (!m_result)
        return failure(u"journal.empty"_s, Journal::tr("The journal is empty: the run had not begun to measure."));
    LoadResult result = *std::exchange(m_result, std::nullopt);
    if (m_open) {
        m_open->client = evidenceOf(m_open->requests);
        result.partial = std::exchange(m_open, std::nullopt);
    }
    for (LoadLevel &level : result.levels)
        std::ranges::sort(level.requests, {}, &RequestRecord::index);
    if (result.partial) {
        std::ranges::sort(result.partial->requests, {}, &RequestRecord::index);
        const LevelMetrics metrics = levelMetrics(*result.partial, result.plan, result.probe);
        for (const RunWarning &warning : levelWarnings(*result.partial, metrics, result.plan))
            noteWarning(result.warnings, warning);
    }
    result.complete = result.levels.size() == result.plan.concurrency.size();
    noteWarning(result.warnings, recoveredWarning(result));
    return result;
}

} // namespace streamgauge
