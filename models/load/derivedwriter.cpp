// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/derivedwriter.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// Statistics of whole nanoseconds have a fraction below one at most; it is no measurement.
void writeStatistic(JsonWriter &json, QStringView key, const std::optional<double> &ns)
{
    if (ns)
        json.key(key).millis(std::llround(*ns));
}

void writeTimes(JsonWriter &json, QStringView key, const Distribution &times)
{
    json.key(key).beginObject(JsonWriter::Layout::OneLine);
    json.key(u"n").integer(times.n);
    writeStatistic(json, u"mean", times.mean);
    writeStatistic(json, u"p50", times.p50);
    writeStatistic(json, u"p95", times.p95);
    writeStatistic(json, u"p99", times.p99);
    json.endObject();
}

void writeSteady(JsonWriter &json, const DerivedMetrics &derived)
{
    json.key(u"steady_state");
    if (!derived.steady) {
        json.null();
        return;
    }
    const SteadyState &steady = *derived.steady;
    json.beginObject(JsonWriter::Layout::OneLine);
    json.key(u"start_offset_ms").millis(steady.beginNs);
    json.key(u"end_offset_ms").millis(steady.endNs);
    json.key(u"share").number(steady.share);
    json.key(u"mean_in_flight").number(steady.meanInFlight);
    json.key(u"output_per_s").number(steady.outputPerS);
    json.key(u"counted").string(derived.method == TokenCountMethod::ServerUsage ? u"tokens" : u"chunks");
    json.endObject();
}

} // namespace

void writeDerived(JsonWriter &json, const DerivedMetrics &derived, const QString &pointer, NullReasons &reasons)
{
    const auto number = [&](QStringView key, const std::optional<double> &value, auto why) {
        json.key(key).number(value);
        if (!value)
            reasons.add(pointer + u'/' + key, (derived.*why)());
    };
    json.key(u"derived").beginObject();
    writeTimes(json, u"tpot_ms", derived.tpot);
    writeTimes(json, u"first_answer_ms", derived.firstAnswer);
    number(u"tokens_per_chunk", derived.tokensPerChunk, &DerivedMetrics::whyNoTokensPerChunk);
    number(u"output_tokens_per_s", derived.outputTokensPerS, &DerivedMetrics::whyNoTokenRate);
    number(u"input_tokens_per_s", derived.inputTokensPerS, &DerivedMetrics::whyNoTokenRate);
    number(u"total_tokens_per_s", derived.totalTokensPerS, &DerivedMetrics::whyNoTokenRate);
    number(u"tokens_per_s_per_stream", derived.tokensPerSPerStream, &DerivedMetrics::whyNoRatePerStream);
    writeSteady(json, derived);
    if (!derived.steady)
        reasons.add(pointer + u"/steady_state"_s, derived.whyNotSteady());
    json.endObject();
}

} // namespace streamgauge
