// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/deltareader.h"

namespace streamgauge {

namespace dom = simdjson::dom;

namespace {

/// The string itself; "" for anything else.
std::string_view text(const dom::element &value)
{
    std::string_view found;
    return value.get(found) == simdjson::SUCCESS ? found : std::string_view();
}

std::string_view memberText(const dom::object &object, std::string_view key)
{
    dom::element value;
    return object.at_key(key).get(value) == simdjson::SUCCESS ? text(value) : std::string_view();
}

/// The text of thinking parts: a string, or an array of parts with a text each.
void appendThinking(std::string &out, const dom::element &thinking)
{
    out += text(thinking);
    dom::array parts;
    if (thinking.get(parts) != simdjson::SUCCESS)
        return;
    for (const dom::element part : parts) {
        out += text(part);
        dom::object object;
        if (part.get(object) == simdjson::SUCCESS)
            out += memberText(object, "text");
    }
}

std::optional<qint64> wholeNumber(const dom::element &value)
{
    std::int64_t number = 0;
    if (value.get(number) != simdjson::SUCCESS)
        return std::nullopt;
    return number;
}

ToolCallPiece readFunction(const dom::object &function, ToolCallPiece piece)
{
    for (const auto [key, value] : function) {
        if (key == "name") {
            piece.name = text(value);
        } else if (key == "arguments") {
            piece.arguments = text(value);
            piece.wholeArguments = value.is_object();
        }
    }
    return piece;
}

} // namespace

void DeltaReader::read(const dom::object &choice, ChoiceDelta &delta)
{
    bool hasDelta = false;
    std::string_view plainText;
    for (const auto [key, value] : choice) {
        if (key == "delta") {
            dom::object object;
            hasDelta = value.get(object) == simdjson::SUCCESS;
            if (hasDelta)
                readDelta(object, delta);
        } else if (key == "finish_reason") {
            delta.finishReason = text(value);
        } else if (key == "index") {
            delta.index = wholeNumber(value).value_or(delta.index);
        } else if (key == "text") {
            plainText = text(value);
        } else if (key == "usage" || key == "error") {
            delta.hasExtras = true;
        }
    }
    // KoboldCpp writes the word on every chunk but the last.
    if (delta.finishReason == "null")
        delta.finishReason = {};
    // Some servers send the old completion's text beside a delta that says the same.
    if (!hasDelta)
        delta.answer = plainText;
}

void DeltaReader::readDelta(const dom::object &object, ChoiceDelta &delta)
{
    std::string_view reasoningContent;
    std::string_view reasoning;
    std::string_view details;
    for (const auto [key, value] : object) {
        dom::array array;
        if (key == "content") {
            readContent(value, delta);
        } else if (key == "reasoning_content") {
            reasoningContent = text(value);
        } else if (key == "reasoning") {
            reasoning = text(value);
        } else if (key == "reasoning_details") {
            if (value.get(array) == simdjson::SUCCESS)
                details = reasoningDetails(array);
        } else if (key == "tool_calls") {
            if (value.get(array) == simdjson::SUCCESS)
                readToolCalls(array, delta);
        } else if (key == "usage") {
            delta.hasExtras = true;
        }
    }
    // The same text may stand under several names: one of them, never their sum. Thinking parts, read with the
    // content, come last.
    for (const std::string_view candidate : {reasoningContent, reasoning, details}) {
        if (!candidate.empty()) {
            delta.reasoning = candidate;
            break;
        }
    }
}

void DeltaReader::readContent(const dom::element &content, ChoiceDelta &delta)
{
    dom::array parts;
    switch (content.type()) {
    case dom::element_type::STRING:
        delta.answer = text(content);
        break;
    case dom::element_type::ARRAY:
        if (content.get(parts) == simdjson::SUCCESS)
            readParts(parts, delta);
        break;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE:
    case dom::element_type::BOOL:
        delta.answer = keep(simdjson::minify(content)); // 0 is text too
        break;
    case dom::element_type::OBJECT:
    case dom::element_type::NULL_VALUE:
        break;
    }
}

void DeltaReader::readParts(const dom::array &parts, ChoiceDelta &delta)
{
    std::string answer;
    std::string thinking;
    for (const dom::element part : parts) {
        answer += text(part);
        dom::object object;
        if (part.get(object) != simdjson::SUCCESS)
            continue;
        dom::element value;
        if (object.at_key("thinking").get(value) == simdjson::SUCCESS)
            appendThinking(thinking, value);
        else if (const std::string_view type = memberText(object, "type"); type == "thinking" || type == "reasoning")
            thinking += memberText(object, "text");
        else
            answer += memberText(object, "text");
    }
    delta.answer = keep(std::move(answer));
    delta.reasoning = keep(std::move(thinking));
}

std::string_view DeltaReader::reasoningDetails(const dom::array &details)
{
    std::string joined;
    for (const dom::element detail : details) {
        dom::object object;
        if (detail.get(object) != simdjson::SUCCESS)
            continue;
        const std::string_view words = memberText(object, "text");
        joined += words.empty() ? memberText(object, "summary") : words;
    }
    return keep(std::move(joined));
}

void DeltaReader::readToolCalls(const dom::array &calls, ChoiceDelta &delta)
{
    for (const dom::element call : calls) {
        dom::object object;
        if (call.get(object) != simdjson::SUCCESS)
            continue;
        ToolCallPiece piece;
        for (const auto [key, value] : object) {
            dom::object function;
            if (key == "index") {
                piece.index = wholeNumber(value);
            } else if (key == "id") {
                piece.id = text(value);
            } else if (key == "function" && value.get(function) == simdjson::SUCCESS) {
                piece = readFunction(function, piece);
                dom::element arguments;
                if (piece.wholeArguments && function.at_key("arguments").get(arguments) == simdjson::SUCCESS)
                    piece.arguments = keep(simdjson::minify(arguments));
            }
        }
        delta.toolCalls.push_back(piece);
    }
}

std::string_view DeltaReader::keep(std::string text)
{
    if (text.empty())
        return {};
    return m_strings.emplace_back(std::move(text));
}

} // namespace streamgauge
