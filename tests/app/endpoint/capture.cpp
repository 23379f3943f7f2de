// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/capture.h"

namespace streamgauge::test {

namespace {

const QByteArray usage24 = R"({"outcome":"succeeded","content_chunks":24,"answer_chunks":24,)"
                           R"("first_delta_kind":"answer",
    "finish_reason":"length","end":"done","warnings":[],"anomalies":{},"model":"stories260K",)"
                           R"("input_tokens":34,"output_tokens":24)";

QByteArray notAStream(const QByteArray &more = "")
{
    return R"({"outcome":"failed","error_kind":"malformed_stream","content_chunks":0)" + more + '}';
}

QByteArray refused(const QByteArray &message)
{
    return R"({"outcome":"failed","error_kind":"http_status","message":"The server answered with HTTP status )"
        + message + "\"}";
}

std::vector<Capture> withoutUsage()
{
    const auto noUsage = [](int chunks, const QByteArray &more) -> QByteArray {
        return R"({"outcome":"succeeded","usage":null,"usage_raw":"","output_tokens":null,"anomalies":{},)"
               R"("content_chunks":)"
            + QByteArray::number(chunks) + ',' + more + '}';
    };
    return {
        {"b10587/11-stream-nousage", noUsage(12, R"("cached_tokens":33,"finish_reason":"length")")},
        {"b10587/21-logprobs", noUsage(3, R"("answer_chunks":3,"cached_tokens":33)")},
        {"b10587/41b-tools-none", noUsage(10, R"("tool_calls":[],"answer_chunks":10)")},
        {"b10587/44-tools-parallel",
            noUsage(30,
                R"("finish_reason":"tool_calls","answer":"","first_delta_kind":"tool_call",)"
                R"("tool_calls":[["KmC5o9VkInJOL259y98DooBhR1vXM0Ob",
                "get_weather","{ \"city\"\n\n                    : \"Paris\", \"unit\" : \"celsius\"\n\n  )"
                R"(                  }"]])")},
        {"b10587/61-err-unknown-field", noUsage(4, R"("finish_reason":"length")")},
        {"b10587/69-wrong-model", noUsage(4, R"("model":"stories260K")")},
    };
}

std::vector<Capture> withUsage()
{
    const auto counted = [](int chunks, const QByteArray &usage, const QByteArray &more) -> QByteArray {
        return R"({"outcome":"succeeded","end":"done","warnings":[],"content_chunks":)" + QByteArray::number(chunks)
            + ",\"usage\":" + usage + ',' + more + '}';
    };
    return {
        {"b10587/10-stream-usage", usage24 + R"(,"usage":[34,24,58,0,null],"cached_tokens":0})"},
        {"b10587/13-stream-natural-stop", counted(274, "[34,275,309,33,null]", R"("finish_reason":"stop")")},
        {"b10587/14-stream-ignore-eos", counted(600, "[34,600,634,33,null]", R"("finish_reason":"length")")},
        {"b10587/19-max-tokens-1", counted(1, "[34,1,35,33,null]", R"("finish_reason":"length")")},
        {"b10587/20-max-tokens-0", counted(1, "[34,1,35,33,null]", R"("output_tokens":1)")},
        {"b10587/22-n2", counted(12, "[34,6,40,33,null]", R"("anomalies":{"several_choices":8})")},
        {"b10587/24-timings-per-token", counted(5, "[34,5,39,33,null]", R"("anomalies":{})")},
        {"b10587/30-think-on-budget",
            counted(38, "[36,40,76,34,null]", R"("answer_chunks":27,"first_delta_kind":"reasoning")")},
        {"b10587/31-think-on-length",
            counted(16, "[36,16,52,35,null]", R"("answer_chunks":0,"answer":"","first_delta_kind":"reasoning")")},
        {"b10587/40-tools-auto",
            counted(33, "[494,122,616,493,null]",
                R"("finish_reason":"tool_calls","answer_chunks":0,"tool_calls":[["LKX0gbp5Wn42SS8qeZ3KyduggU1Jnh37",
                "get_weather","{ \"city\"\n\n                    : \"Paris\", \"unit\"\n                  )"
                R"(  : \"fahrenheit\" }"]])")},
        {"b10587/45-tools-cut-by-length",
            counted(1, "[494,45,539,493,null]",
                R"("finish_reason":"length","tool_calls":[["l0FZiSdIv7BvaPq2vKpuvFbciOiiJB8Z","get_weather","{"]])")},
        {"b10587/50-long-prompt-cold", counted(8, "[9218,8,9226,0,null]", R"("cached_tokens":0)")},
        {"b10587/51-long-prompt-cached", counted(8, "[9218,8,9226,9217,null]", R"("cached_tokens":9217)")},
        {"b10587/52-return-progress", counted(8, "[9218,8,9226,0,null]", R"("anomalies":{})")},
        {"b10587/53-sse-ping", counted(8, "[9218,8,9226,0,null]", R"("anomalies":{})")},
        {"b4748/10-stream-usage", usage24 + R"(,"usage":[34,24,58,null,null],"cached_tokens":null})"},
        {"b4748/14-stream-ignore-eos", counted(340, "[34,341,375,null,null]", R"("finish_reason":"stop")")},
        {"b4748/60-err-context-exceeded", counted(8, "[8018,8,8026,null,null]", R"("input_tokens":8018)")},
    };
}

std::vector<Capture> failing()
{
    return {
        {"b10587/88-server-killed-midstream",
            R"({"error_kind":"ended_early","end":"cut","content_chunks":138,"usage":null})"},
        {"b10587/89-server-sigterm-midstream",
            R"({"error_kind":"ended_early","end":"cut","content_chunks":594,"finish_reason":""})"},
        {"b10587/01-models", notAStream()},
        {"b10587/03-props", notAStream()},
        {"b10587/16-nonstream",
            notAStream(R"(,"message":"The server answered in one piece although a stream was asked for: nothing )"
                       R"(can be timed.")")},
        {"b10587/60-err-context-exceeded",
            refused(
                "400: request (110418 tokens) exceeds the available context size (16384 tokens), try increasing it"),
            400},
        {"b10587/64-err-bad-json",
            refused("500: [json.exception.parse_error.101] parse error at line 1, column 16: syntax error while "
                    "parsing object key - unexpected end of input; expected string literal"),
            500},
        {"b10587/65-err-no-messages", refused("400: 'messages' is required"), 400},
        {"b10587/85-err-503-loading", refused("503: Loading model"), 503},
        {"b10587/86-err-401-no-key", refused("401: Invalid API Key"), 401},
        {"b10587/87-models-without-key", refused("401: Invalid API Key"), 401},
        {"b4748/22-n2", refused("500: Only one completion choice is allowed"), 500},
        {"b4748/40-tools-auto", refused("500: Cannot use tools with stream"), 500},
    };
}

} // namespace

std::vector<Capture> allCaptures()
{
    std::vector<Capture> all = withUsage();
    for (const auto &more : {withoutUsage(), failing()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace streamgauge::test
