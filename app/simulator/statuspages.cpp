// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/statuspages.h"

#include "app/simulator/simulatorstate.h"
#include "models/core/json.h"
#include "models/core/jsonwriter.h"
#include "models/core/version.h"

#include <QString>

namespace streamgauge {

using namespace Qt::StringLiterals;

namespace {

constexpr JsonWriter::Layout oneLine = JsonWriter::Layout::OneLine;
constexpr qint64 modelsCreated = 1'735'689'600; ///< 2025-01-01, a label only

/// How the words of a prompt become one text; no model of this endpoint reads it.
constexpr QStringView chatTemplate =
    u"{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}<|assistant|>";

void writeSlot(JsonWriter &json, int id, const SlotUser *user)
{
    json.beginObject();
    json.key(u"id").integer(id).key(u"n_ctx").integer(ChatCall::contextTokens);
    json.key(u"speculative").boolean(false).key(u"is_processing").boolean(user != nullptr);
    if (user) {
        json.key(u"id_task").integer(user->taskId());
        json.key(u"next_token").beginArray().beginObject();
        json.key(u"has_next_token").boolean(user->tokensRemaining() > 0);
        json.key(u"n_remain").integer(user->tokensRemaining());
        json.key(u"n_decoded").integer(user->tokensDecoded());
        json.endObject().endArray();
    }
    json.endObject();
}

void addMetric(std::string &out, const char *kind, const char *name, const char *help, double value)
{
    const std::string fullName = std::string("llamacpp:") + name;
    out.append("# HELP ").append(fullName).append(" ").append(help).append("\n# TYPE ").append(fullName);
    out.append(" ").append(kind).append("\n").append(fullName).append(" ");
    out.append(jsonNumber(value).toStdString()).append("\n");
}

double seconds(qint64 ns)
{
    return static_cast<double>(ns) / 1e9;
}

double ratio(qint64 count, double over)
{
    return over > 0 ? static_cast<double>(count) / over : 0;
}

} // namespace

std::string modelsPage()
{
    QByteArray out;
    JsonWriter json(out, oneLine);
    json.beginObject(oneLine).key(u"object").string(u"list").key(u"data").beginArray();
    for (const SimulatedModel &model : simulatedModels()) {
        json.beginObject();
        json.key(u"id").string(QString::fromLatin1(model.id.data(), static_cast<qsizetype>(model.id.size())));
        json.key(u"object").string(u"model").key(u"created").integer(modelsCreated);
        json.key(u"owned_by").string(u"streamgauge-simulator");
        json.key(u"meta").beginObject().key(u"n_ctx").integer(ChatCall::contextTokens).endObject();
        json.endObject();
    }
    json.endArray().endObject();
    return out.toStdString();
}

std::string healthPage()
{
    return R"({"status":"ok"})";
}

std::string propsPage(const SimulatorState &state)
{
    QByteArray out;
    JsonWriter json(out, oneLine);
    json.beginObject(oneLine);
    json.key(u"default_generation_settings").beginObject();
    json.key(u"params").beginObject();
    json.key(u"seed").integer(static_cast<qint64>(state.options.seed)).key(u"temperature").number(0);
    json.key(u"max_tokens").integer(-1).key(u"ignore_eos").boolean(false).key(u"stream").boolean(false);
    json.endObject();
    json.key(u"n_ctx").integer(ChatCall::contextTokens).endObject();
    json.key(u"total_slots").integer(state.options.slots);
    json.key(u"endpoint_slots").boolean(true).key(u"endpoint_props").boolean(false);
    json.key(u"endpoint_metrics").boolean(true);
    json.key(u"chat_template").string(chatTemplate);
    json.key(u"build_info").string(u"streamgauge-simulator %1"_s.arg(QLatin1StringView(versionNumber)));
    json.key(u"is_sleeping").boolean(false);
    json.endObject();
    return out.toStdString();
}

std::string slotsPage(const SimulatorState &state)
{
    QByteArray out;
    JsonWriter json(out, oneLine);
    json.beginArray(oneLine);
    int id = 0;
    for (const SlotUser *user : state.slotQueue.users())
        writeSlot(json, id++, user);
    json.endArray();
    return out.toStdString();
}

std::string metricsPage(const SimulatorState &state)
{
    const SimulatorTotals &totals = state.totals;
    const double promptS = seconds(totals.promptNs);
    const double predictedS = seconds(totals.predictedNs);
    std::string out;
    const auto counter = [&out](const char *name, const char *help, double value) {
        addMetric(out, "counter", name, help, value);
    };
    const auto gauge = [&out](const char *name, const char *help, double value) {
        addMetric(out, "gauge", name, help, value);
    };
    counter("prompt_tokens_total", "Prompt tokens processed.", static_cast<double>(totals.promptTokens));
    counter("prompt_seconds_total", "Time spent on prompts.", promptS);
    counter("tokens_predicted_total", "Tokens generated.", static_cast<double>(totals.predictedTokens));
    counter("tokens_predicted_seconds_total", "Time spent on generation.", predictedS);
    counter("n_decode_total", "Chunks of tokens generated.", static_cast<double>(totals.decodes));
    gauge("n_busy_slots_per_decode", "Slots in use, mean over chunks.",
        ratio(totals.busyAtDecodes, static_cast<double>(totals.decodes)));
    gauge("prompt_tokens_seconds", "Prompt tokens a second, mean.", ratio(totals.promptTokens, promptS));
    gauge("predicted_tokens_seconds", "Tokens generated a second, mean.", ratio(totals.predictedTokens, predictedS));
    gauge("requests_processing", "Requests in a slot.", state.slotQueue.busy());
    gauge("requests_deferred", "Requests that wait for a slot.", state.slotQueue.waiting());
    return out;
}

} // namespace streamgauge
