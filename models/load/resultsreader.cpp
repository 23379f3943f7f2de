// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/plaintext.h"
#include "models/load/derivedcheck.h"
#include "models/load/levelstatistics.h"
#include "models/load/localreader.h"
#include "models/load/recordcheck.h"
#include "models/load/resultsfile.h"
#include "models/load/runrecordwriter.h"
#include "models/load/statisticsjson.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Reader {
    Q_DECLARE_TR_FUNCTIONS(ResultsReader)
};

using Problem = JsonCursor::Problem;

std::optional<Error> problemOfFormat(const JsonValue &root)
{
    const JsonValue &format = root[u"format"];
    if (format.toString() != loadResultsFormat) {
        return Error{u"results.format"_s,
            Reader::tr("This is not a results file: \"format\" is not \"%1\".").arg(loadResultsFormat)};
    }
    const JsonValue &version = root[u"format_version"];
    if (version.type() == JsonValue::Type::Integer && version.toInteger() == loadResultsVersion)
        return std::nullopt;
    return Error{u"results.version"_s,
        Reader::tr("The results file has \"format_version\" %1; this program reads version %2.")
            .arg(plainExcerpt(QString::fromUtf8(compactJson(version)), 40))
            .arg(loadResultsVersion)};
}

/// What a run record states and local does not. All records of a file share it.
void readEnvironment(LoadResult &result, const JsonCursor &record)
{
    const JsonCursor environment = record[u"environment"];
    result.cliVersion = environment[u"cli_version"].text();
    result.osName = environment[u"os"].textOrNull();
    result.machine = environment[u"machine"].textOrNull();
    result.promptGenerator = environment[u"prompt_generator"].text();
}

/// Every record must be what the samples in local come to, key for key.
std::optional<Error> checkRecord(
    const LoadResult &result, const LoadLevel &level, const JsonValue &stated, const QString &pointer)
{
    const auto computed = parseJson(runRecordJson(result, level));
    if (!computed)
        return computed.error();
    return firstDifference(*computed, stated, pointer);
}

/// Files of earlier versions have no statistics; later ones may state more of them.
std::optional<Error> checkStatistics(const LoadLevel &level, const JsonCursor &stated)
{
    const JsonValue *statistics = stated.value().find(u"statistics");
    if (!statistics)
        return std::nullopt;
    const auto computed = parseJson(statisticsJson(level));
    if (!computed)
        return computed.error();
    return firstDifference(*computed, *statistics, stated.pointer() + u"/statistics"_s, Members::Common);
}

std::optional<Error> checkLevels(const LoadResult &result, const JsonCursor &local)
{
    std::optional<Error> problem;
    std::size_t at = 0;
    local[u"levels"].forEach([&](const JsonCursor &level) {
        if (!problem)
            problem = checkStatistics(result.levels[at], level);
        ++at;
    });
    if (!problem && result.partial)
        problem = checkStatistics(*result.partial, local[u"partial_run"][u"level"]);
    return problem;
}

/// What the side file holds of the levels' samples.
std::optional<Error> readSideSamples(LoadResult &result, const OpenSideFile &open)
{
    if (!result.sideFile)
        return std::nullopt;
    const auto source = open(*result.sideFile);
    if (!source)
        return source.error();
    for (LoadLevel &level : result.levels) {
        if (const auto kept = keepItl(level, **source); !kept)
            return kept.error();
    }
    if (!result.partial)
        return std::nullopt;
    const auto kept = keepItl(*result.partial, **source);
    return kept ? std::nullopt : std::optional(kept.error());
}

std::optional<Error> checkRecords(const LoadResult &result, const JsonCursor &root)
{
    const JsonValue::Array &stated = root[u"runs"].value().array();
    if (stated.size() != result.levels.size()) {
        return Error{u"results.shape"_s,
            Reader::tr("The number of records in /runs is %1, but that of levels in /local/levels is %2.")
                .arg(stated.size())
                .arg(result.levels.size())};
    }
    const JsonValue::Array &levels = root[u"local"][u"levels"].value().array();
    for (std::size_t i = 0; i < stated.size(); ++i) {
        if (auto error = checkRecord(result, result.levels[i], stated[i], u"/runs/"_s + QString::number(i)))
            return error;
        if (auto error = derivedProblem(result.levels[i], levels[i], u"/local/levels/"_s + QString::number(i)))
            return error;
    }
    if (result.complete && (result.partial || result.levels.size() != result.plan.concurrency.size())) {
        return Error{u"results.mismatch"_s,
            Reader::tr("/complete is true, but not every level of /local/plan stands in /local/levels.")};
    }
    if (!result.partial)
        return std::nullopt;
    const JsonCursor partial = root[u"local"][u"partial_run"];
    if (partial[u"concurrency"].value() != JsonValue(qint64(result.partial->concurrency)))
        partial[u"concurrency"].refuse(Reader::tr("is not the concurrency of the level beside it"));
    if (auto error = derivedProblem(*result.partial, partial[u"level"].value(), partial.pointer() + u"/level"_s))
        return error;
    return checkRecord(result, *result.partial, partial[u"run"].value(), partial.pointer() + u"/run"_s);
}

} // namespace

Result<LoadResult> readLoadResults(const JsonPieces &pieces, const OpenSideFile &open)
{
    RequestTaker requests(u"results.shape"_s);
    const Result<JsonValue> document = parseJson(pieces, requests);
    if (!document)
        return tl::unexpected<Error>(document.error());
    if (const auto problem = problemOfFormat(*document))
        return tl::unexpected<Error>(*problem);

    Problem problem{u"results.shape"_s, requests.problem()};
    const JsonCursor root(*document, problem);
    root.allowOnly({u"format", u"format_version", u"complete", u"created_at", u"manifest", u"runs", u"local"});
    LoadResult result;
    result.complete = root[u"complete"].boolean();
    result.createdAt = root[u"created_at"].moment();
    if (!root[u"manifest"].isNull())
        root[u"manifest"].refuse(Reader::tr("must be null: this version reads runs without a manifest only"));
    readLocal(result, root[u"local"], requests);
    root[u"runs"].forEach([&result](const JsonCursor &record) { readEnvironment(result, record); });
    if (result.levels.empty() && result.partial)
        readEnvironment(result, root[u"local"][u"partial_run"][u"run"]);
    // Nothing may be computed from values that were not understood.
    if (!problem.first)
        problem.first = readSideSamples(result, open);
    if (!problem.first)
        problem.first = checkRecords(result, root);
    if (!problem.first)
        problem.first = checkLevels(result, root[u"local"]);
    if (problem.first)
        return tl::unexpected<Error>(std::move(*problem.first));
    return result;
}

Result<LoadResult> readLoadResults(QByteArrayView bytes)
{
    const auto pieces = [rest = QByteArray::fromRawData(bytes.data(), bytes.size())]() mutable {
        return std::exchange(rest, QByteArray());
    };
    return readLoadResults(pieces, [](const SideFile &file) -> Result<std::shared_ptr<const SampleSource>> {
        return failure(u"results.samples"_s,
            Reader::tr("The samples stand in %1: give the results file by its name, so that they are found beside it.")
                .arg(file.path));
    });
}

Result<ResultsIdentity> readResultsIdentity(const JsonPieces &pieces)
{
    RequestTaker requests(u"results.shape"_s);
    const Result<JsonValue> document = parseJson(pieces, requests);
    if (!document)
        return tl::unexpected<Error>(document.error());
    if (const auto problem = problemOfFormat(*document))
        return tl::unexpected<Error>(*problem);
    Problem problem{u"results.shape"_s, requests.problem()};
    const JsonCursor root(*document, problem);
    const JsonCursor local = root[u"local"];
    ResultsIdentity identity;
    identity.createdAt = root[u"created_at"].moment();
    identity.endpoint = local[u"endpoint"].text();
    identity.model = local[u"probe"][u"model"].text();
    local[u"levels"].forEach([&identity](const JsonCursor &) { ++identity.levels; });
    if (problem.first)
        return tl::unexpected<Error>(std::move(*problem.first));
    return identity;
}

} // namespace streamgauge
