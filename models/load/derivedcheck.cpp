// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/derivedcheck.h"

#include "models/load/derivedwriter.h"
#include "models/load/recordcheck.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

JsonValue number(const std::optional<double> &value)
{
    return value ? JsonValue(*value) : JsonValue();
}

JsonValue milliseconds(const std::optional<qint64> &ns)
{
    constexpr double nsPerMs = 1e6;
    return ns ? JsonValue(static_cast<double>(*ns) / nsPerMs) : JsonValue();
}

/// A percentile that the sample does not support is left out: one that stands there all the same is made up.
std::optional<Error> unsupportedStatistic(const JsonValue &computed, const JsonValue &stated, const QString &pointer)
{
    for (const QStringView key :
        {QStringView(u"mean"), QStringView(u"p50"), QStringView(u"p95"), QStringView(u"p99")}) {
        const JsonValue *member = stated.find(key);
        if (member && !computed.find(key))
            return firstDifference(JsonValue(), *member, pointer + u'/' + key);
    }
    return std::nullopt;
}

std::optional<Error> levelProblem(const LoadLevel &level, const JsonValue &stated, const QString &pointer)
{
    QByteArray bytes;
    JsonWriter json(bytes);
    NullReasons reasons;
    json.beginObject();
    writeDerived(json, derivedMetrics(level), {}, reasons);
    json.endObject();
    const auto document = parseJson(bytes);
    if (!document)
        return document.error();
    const JsonValue &computed = (*document)[u"derived"];
    if (auto problem = firstDifference(computed, stated, pointer, Members::Common))
        return problem;
    for (const QStringView key : {QStringView(u"tpot_ms"), QStringView(u"first_answer_ms")}) {
        if (auto problem = unsupportedStatistic(computed[key], stated[key], pointer + u'/' + key))
            return problem;
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> derivedProblem(const LoadLevel &level, const JsonValue &stated, const QString &pointer)
{
    const JsonValue *derived = stated.find(u"derived");
    return derived ? levelProblem(level, *derived, pointer + u"/derived"_s) : std::nullopt;
}

std::optional<Error> derivedProblem(const RequestRecord &request, const JsonValue &stated, const QString &pointer)
{
    const std::pair<QStringView, JsonValue> derived[] = {
        {u"decode_tps_client", number(request.decodeTpsClient())},
        {u"prompt_tps_client", number(request.promptTpsClient())},
        {u"tpot_ms", milliseconds(request.tpotNs())},
        {u"tokens_per_chunk", number(request.tokensPerChunk())},
    };
    for (const auto &[key, value] : derived) {
        const JsonValue *member = stated.find(key);
        if (!member)
            continue;
        if (auto problem = firstDifference(value, *member, pointer + u'/' + key))
            return problem;
    }
    return std::nullopt;
}

} // namespace streamgauge
