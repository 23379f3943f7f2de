// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/chatcall.h"

#include "models/core/json.h"
#include "models/core/jsonwriter.h"

#include <algorithm>

namespace streamgauge {

using namespace Qt::StringLiterals;

namespace {

constexpr int templateTokens = 12; ///< what a chat template adds, the same for every request
constexpr int defaultMaxTokens = 256;

using Problem = tl::unexpected<RequestProblem>;

Problem fieldProblem(const QString &field, const QString &message)
{
    return Problem(RequestProblem{.message = message, .param = field});
}

/// Counts words and hashes the text (FNV-1a over UTF-16 units), piece by piece.
class PromptReader {
public:
    void add(QStringView text)
    {
        bool inWord = false;
        for (const QChar c : text) {
            m_hash = (m_hash ^ c.unicode()) * 0x100000001b3ULL;
            const bool space = c.isSpace();
            m_words += !space && !inWord;
            inWord = !space;
        }
        m_hash = (m_hash ^ 0xffff) * 0x100000001b3ULL; // "a b" in one message is not "a" and "b" in two
    }
    [[nodiscard]] qint64 words() const { return m_words; }
    [[nodiscard]] quint64 hash() const { return m_hash; }

private:
    qint64 m_words = 0;
    quint64 m_hash = 0xcbf29ce484222325ULL;
};

/// Content is a string, null or a list of parts of which those with text count.
bool readContent(const JsonValue &content, PromptReader &reader)
{
    if (content.isString())
        reader.add(content.toString());
    for (const JsonValue &part : content.array()) {
        if (!part.isObject())
            return false;
        reader.add(part[u"text"].toString());
    }
    return content.isString() || content.isNull() || content.isArray();
}

tl::expected<void, RequestProblem> readMessages(const JsonValue &messages, PromptReader &reader)
{
    if (!messages.isArray() || messages.array().empty())
        return fieldProblem(u"messages"_s, u"'messages' has to be a list with at least one message."_s);
    for (const JsonValue &message : messages.array()) {
        if (!message.isObject() || !message[u"role"].isString())
            return fieldProblem(u"messages"_s, u"Each of 'messages' has to be an object with a string 'role'."_s);
        if (!readContent(message[u"content"], reader))
            return fieldProblem(u"messages"_s, u"'content' of a message has to be a string or a list of parts."_s);
    }
    return {};
}

tl::expected<bool, RequestProblem> readBool(const JsonValue &object, const QString &field)
{
    const JsonValue &value = object[field];
    if (!value.isNull() && value.type() != JsonValue::Type::Bool)
        return fieldProblem(field, u"'%1' has to be true or false."_s.arg(field));
    return value.toBool();
}

/// The length limit under either of its two names; nothing when neither is given.
tl::expected<std::optional<qint64>, RequestProblem> readLimit(const JsonValue &body)
{
    for (const QString &field : {u"max_completion_tokens"_s, u"max_tokens"_s}) {
        const JsonValue &value = body[field];
        if (value.isNull())
            continue;
        if (value.type() != JsonValue::Type::Integer || value.toInteger() < -1)
            return fieldProblem(field, u"'%1' has to be a whole number, -1 for no limit."_s.arg(field));
        if (value.toInteger() >= 0)
            return std::max<qint64>(1, value.toInteger()); // asked for none, servers generate one all the same
    }
    return std::nullopt;
}

tl::expected<const SimulatedModel *, RequestProblem> readModel(const JsonValue &body)
{
    const QString id = body[u"model"].toString();
    if (id.isEmpty())
        return fieldProblem(u"model"_s, u"'model' has to name one of the models of /v1/models."_s);
    if (const SimulatedModel *model = findSimulatedModel(id.toStdString()))
        return model;
    return Problem(RequestProblem{.status = 404,
        .message = u"The model `%1` does not exist."_s.arg(id.left(200)),
        .param = u"model"_s,
        .code = u"model_not_found"_s});
}

/// Strict servers know no field beyond the published ones, and name the first they meet.
tl::expected<void, RequestProblem> refuseUnknown(const JsonValue &body)
{
    for (const QString &field : {u"ignore_eos"_s, u"stream_options"_s}) {
        if (body.find(field))
            return fieldProblem(field, u"Unrecognized request argument supplied: %1"_s.arg(field));
    }
    return {};
}

tl::expected<void, RequestProblem> readStreamOptions(const JsonValue &body, ChatCall &call)
{
    const JsonValue &options = body[u"stream_options"];
    if (!options.isNull() && !options.isObject())
        return fieldProblem(u"stream_options"_s, u"'stream_options' has to be an object."_s);
    return readBool(options, u"include_usage"_s).map([&call](bool include) { call.includeUsage = include; });
}

tl::expected<void, RequestProblem> fitIntoContext(ChatCall &call, qint64 words, std::optional<qint64> limit)
{
    const qint64 prompt = words + templateTokens;
    const qint64 left = ChatCall::contextTokens - prompt;
    if (left < 1) {
        return Problem(
            RequestProblem{.message = u"The request (%1 tokens) exceeds the context of %2 tokens."_s.arg(prompt).arg(
                               ChatCall::contextTokens),
                .type = u"exceed_context_size_error"_s,
                .param = u"messages"_s});
    }
    call.promptTokens = static_cast<int>(prompt);
    call.maxTokens = static_cast<int>(std::min(limit.value_or(defaultMaxTokens), left));
    return {};
}

} // namespace

std::string errorBody(const RequestProblem &problem)
{
    QByteArray out;
    JsonWriter json(out, JsonWriter::Layout::OneLine);
    json.beginObject(JsonWriter::Layout::OneLine).key(u"error").beginObject();
    json.key(u"message").string(problem.message).key(u"type").string(problem.type).key(u"param");
    problem.param.isEmpty() ? json.null() : json.string(problem.param);
    json.key(u"code");
    problem.code.isEmpty() ? json.integer(problem.status) : json.string(problem.code);
    json.endObject().endObject();
    return out.toStdString();
}

tl::expected<ChatCall, RequestProblem> ChatCall::parse(std::string_view body)
{
    const auto json = parseJson(QByteArrayView(body.data(), static_cast<qsizetype>(body.size())));
    if (!json)
        return Problem(RequestProblem{.message = u"The body is not JSON: "_s + json.error().message});
    if (!json->isObject())
        return Problem(RequestProblem{.message = u"The body has to be a JSON object."_s});

    ChatCall call;
    PromptReader prompt;
    return readModel(*json)
        .and_then([&](const SimulatedModel *model) {
            call.model = model;
            return model->strict ? refuseUnknown(*json) : tl::expected<void, RequestProblem>();
        })
        .and_then([&] { return readMessages((*json)[u"messages"], prompt); })
        .and_then([&] { return readBool(*json, u"stream"_s); })
        .and_then([&](bool stream) {
            call.stream = stream;
            return readBool(*json, u"ignore_eos"_s);
        })
        .and_then([&](bool ignore) {
            call.ignoreEos = ignore;
            return readStreamOptions(*json, call);
        })
        .and_then([&] { return readLimit(*json); })
        .and_then([&](std::optional<qint64> given) { return fitIntoContext(call, prompt.words(), given); })
        .map([&] {
            call.promptHash = prompt.hash();
            return call;
        });
}

} // namespace streamgauge
