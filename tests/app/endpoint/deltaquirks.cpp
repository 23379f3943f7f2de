// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/deltaquirks.h"

namespace streamgauge::test {

namespace {

/// One choice's tool_calls entry, as members.
QByteArray call(const QByteArray &members)
{
    return deltaChunk("\"tool_calls\":[{" + members + "}]");
}

QByteArray twoChoices(const QByteArray &first, const QByteArray &second)
{
    return R"({"choices":[{"index":0,"delta":{)" + first + R"(}},{"index":1,"delta":{)" + second + "}}]}";
}

QByteArray ofChoice(int index, const QByteArray &text, const QByteArray &finish = "null")
{
    return "{\"choices\":[{\"index\":" + QByteArray::number(index) + ",\"delta\":{\"content\":\"" + text
        + "\"},\"finish_reason\":" + finish + "}]}";
}

} // namespace

std::vector<Quirk> skeletonQuirks()
{
    const QByteArray words = R"({"outcome":"succeeded","content_chunks":1,"answer":"x","first_delta_kind":"answer"})";
    return {
        {"role-only first chunks are no content",
            events({deltaChunk("\"role\":\"assistant\",\"content\":\"\""), deltaChunk("\"role\":\"assistant\""),
                deltaChunk("\"role\":\"assistant\",\"content\":null"), content("x"), stop, done}),
            words},
        {"empty and null content in mid-stream",
            events({content("x"), content(""), deltaChunk("\"content\":null,\"reasoning_content\":\"\""),
                deltaChunk("\"content\":\"\"", "\"stop\""), done}),
            words},
        {"every key is there with null",
            events({R"({"error":null,"usage":null,"timings":null,"x_groq":null,"choices":[{"index":null,"delta":{)"
                    R"("role":null,"content":"x","reasoning_content":null,"reasoning":null,"reasoning_details":null,)"
                    R"("tool_calls":null,"function_call":null},"logprobs":null,"finish_reason":null}]})"})
                + events({R"({"choices":null,"usage":null})", stop, done}),
            R"({"outcome":"succeeded","answer":"x","usage":null,"anomalies":{"foreign_payload":1}})"},
        {"the role in every chunk, or an empty one",
            events({deltaChunk("\"role\":\"\",\"content\":\"a\""),
                deltaChunk("\"role\":\"assistant\",\"content\":\"b\""), stop, done}),
            R"({"content_chunks":2,"answer":"ab"})"},
        {"one single chunk with all", events({deltaChunk(R"("role":"assistant","content":"x")", "\"stop\"")}), words},
        {"choices that are empty", events({R"({"choices":[],"prompt_filter_results":[{}]})", content("x"), stop, done}),
            words},
        {"a choice without delta, or with null",
            events({R"({"choices":[{"index":0,"content_filter_offsets":{}}]})",
                R"({"choices":[{"index":0,"delta":null}]})", content("x"),
                R"({"choices":[{"finish_reason":"stop","delta":null}]})"}),
            words},
        {"choices of a wrong type",
            events({R"({"choices":"x"})", R"({"choices":[1,null,"x"]})", content("x"), stop, done}), words},
        {"no id, object, created, model or index", events({R"({"choices":[{"delta":{"content":"x"}}]})", stop, done}),
            words},
        {"the model's name is the first given, empty ones are none",
            events({R"({"model":"","choices":[]})", R"({"model":"m-7","choices":[]})", R"({"model":"","choices":[]})",
                content("x"), stop, done}),
            R"({"outcome":"succeeded","model":"m-7"})"},
        {"other object names",
            events({R"({"object":"chat.completion","choices":[{"delta":{"content":"x"}}]})",
                R"({"object":"chat.completion.done","choices":[{"delta":{},"finish_reason":"stop"}]})"}),
            words},
        {"prefill progress is no token",
            events({R"({"choices":[{"delta":{"role":"assistant","content":null}}],)"
                    R"("prompt_progress":{"total":9,"processed":3}})",
                R"({"choices":[{"delta":{"role":"assistant"}}],"x_prefill_progress":0.5})", content("x"), stop, done}),
            words},
        {"several choices interleaved",
            events({ofChoice(0, "a"), ofChoice(1, "b"), ofChoice(0, "c", "\"stop\""), ofChoice(1, "d", "\"length\""),
                done}),
            R"({"content_chunks":4,"answer":"ac","finish_reason":"length","anomalies":{"several_choices":2}})"},
        {"the lowest choice comes late",
            events({ofChoice(1, "b"), ofChoice(0, "a"), ofChoice(1, "b"), ofChoice(0, "c"), stop}),
            R"({"content_chunks":4,"answer":"ac","anomalies":{"several_choices":2}})"},
        {"two choices in one event count once",
            events({twoChoices("\"content\":\"a\"", "\"content\":\"b\""), stop, done}),
            R"({"content_chunks":1,"answer":"a","anomalies":{"several_choices":1}})"},
        {"choices in one event, the lowest one last, count once",
            events({R"({"choices":[{"index":1,"delta":{"content":"b"}},{"index":2,"delta":{"content":"c"}},)"
                    R"({"index":0,"delta":{"content":"a"}},{"index":1,"delta":{"content":"b"}}]})",
                stop, done}),
            R"({"content_chunks":1,"answer":"a","anomalies":{"several_choices":1}})"},
        {"the simulator's stamp", events({R"({"sim_sent_ns":5,"choices":[{"delta":{"content":"x"}}]})", stop, done}),
            R"({"outcome":"succeeded","simulated":true})"},
    };
}

std::vector<Quirk> contentsQuirks()
{
    const QByteArray umlauts = QByteArray("äöü").repeated(5);
    return {
        {"white space alone is content", events({content("\\n"), content(" "), content("\\n\\n"), stop, done}),
            R"({"content_chunks":3,"answer":"\n \n\n"})"},
        {"content as parts, strings beside them",
            events({deltaChunk(R"("content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"},)"
                               R"({"type":"text","text":"!"}]}])"),
                deltaChunk(R"("content":[{"type":"text","text":"a"},{"type":"text","text":"b"},)"
                           R"({"type":"image"}])"),
                content("c"), deltaChunk(R"("content":[])"), stop, done}),
            R"({"content_chunks":3,"answer_chunks":2,"answer":"abc","reasoning":"hm!",)"
            R"("first_delta_kind":"reasoning"})"},
        {"thinking as a string, parts as strings",
            events({deltaChunk(R"("content":[{"type":"thinking","thinking":"hm"},"a"])"), stop, done}),
            R"({"content_chunks":1,"answer_chunks":1,"answer":"a","reasoning":"hm","first_delta_kind":"reasoning"})"},
        {"scalars are text",
            events({deltaChunk("\"content\":0"), deltaChunk("\"content\":-1.5"), deltaChunk("\"content\":true"), stop,
                done}),
            R"({"content_chunks":3,"answer":"0-1.5true"})"},
        {"pairs of surrogate escapes", events({content("\\ud83d\\ude80"), content("\\uD83D\\uDC19"), stop, done}),
            R"({"content_chunks":2,"answer":"🚀🐙","anomalies":{}})"},
        {"halves of a pair become U+FFFD",
            events({content("a\\ud83d"), content("\\ude80b"), content("\\ud83dx\\ud83d\\ud83d\\ude80"), stop, done}),
            R"({"outcome":"succeeded","answer":"a��b�x�🚀","anomalies":{"replacement_character":4}})"},
        {"bytes that are no UTF-8 become U+FFFD",
            events({content("a\xFF"),
                content("\x80"
                        "b"),
                stop, done}),
            R"({"outcome":"succeeded","answer":"a��b","anomalies":{"replacement_character":2}})"},
        {"an escaped backslash in front of ud83d is no half", events({content("\\\\ud83d"), stop, done}),
            R"({"outcome":"succeeded","answer":"\\ud83d","anomalies":{}})"},
        {"the server's own U+FFFD are counted", events({content("a�"), content("��"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{"replacement_character":3}})"},
        {"one delta repeats all text so far",
            events({content("0123456789"), content("abcdef"), content("0123456789abcdef!"), content("?"),
                content("0123456789abcdef!?and more"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{"cumulative_text":2}})"},
        {"every delta repeats all text so far",
            events({content("Once"), content("Once upon"), content("Once upon a time there"),
                content("Once upon a time there was"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{"cumulative_text":1}})"},
        {"short repeats are language", events({content("ha"), content("haha"), content("hahaha"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{}})"},
        {"16 characters have to stand, not bytes",
            events({content(umlauts), content(umlauts + '!'), content(umlauts + "!!"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{"cumulative_text":1}})"},
        {"a delta equal to the text so far is longer in nothing",
            events({content("0123456789abcdef"), content("0123456789abcdef"), stop, done}), R"({"anomalies":{}})"},
        {"the last frame repeats the answer as message",
            events({content("x"), R"({"choices":[{"index":0,"finish_reason":"stop","message":{"content":"x"}}]})"}),
            R"({"outcome":"succeeded","content_chunks":1,"answer":"x"})"},
        {"choices[].text beside delta is not read twice",
            events({R"({"choices":[{"text":"a","delta":{"content":"a"}}]})", stop, done}),
            R"({"content_chunks":1,"answer":"a"})"},
        {"choices[].text without delta", events({R"({"choices":[{"text":"a"}]})", stop, done}),
            R"({"outcome":"succeeded","content_chunks":1,"answer":"a"})"},
        {"special tokens are text", events({deltaChunk("\"content\":\"<|eot_id|>\"", "\"stop\"")}),
            R"({"content_chunks":1,"answer":"<|eot_id|>"})"},
        {"a refusal is no content", events({deltaChunk("\"content\":\"\",\"refusal\":\"I cannot\""), stop, done}),
            R"({"error_kind":"empty_completion","content_chunks":0})"},
        {"-Infinity is no JSON",
            events({R"({"choices":[{"delta":{"content":"x"},"logprobs":{"logprob":-Infinity}}]})", stop, done}),
            R"({"error_kind":"malformed_stream","anomalies":{"bad_json":1}})"},
        {"a number beyond 64 bits is JSON all the same",
            events({R"({"seed":123456789012345678901234567890,"choices":[{"delta":{"content":"x"}}]})", stop, done}),
            R"({"outcome":"succeeded","answer":"x","anomalies":{}})"},
    };
}

std::vector<Quirk> reasoningQuirks()
{
    return {
        {"reasoning_content", events({deltaChunk("\"reasoning_content\":\"hm\""), content("x"), stop, done}),
            R"({"content_chunks":2,"answer_chunks":1,"first_delta_kind":"reasoning","reasoning":"hm","answer":"x"})"},
        {"reasoning", events({deltaChunk("\"content\":null,\"reasoning\":\"hm\""), content("x"), stop, done}),
            R"({"content_chunks":2,"first_delta_kind":"reasoning","reasoning":"hm"})"},
        {"the same text under several names is read once",
            events({deltaChunk(R"("reasoning":"b","reasoning_content":"a","reasoning_details":[{"text":"c"}])"),
                deltaChunk(R"("reasoning_details":[{"text":"e"}],"reasoning":"d","reasoning_content":"")"), stop,
                done}),
            R"({"content_chunks":2,"reasoning":"ad"})"},
        {"reasoning_details alone",
            events({deltaChunk("\"reasoning_details\":["
                               R"({"type":"reasoning.text","text":"a"},{"type":"reasoning.summary","summary":"b"},)"
                               R"({"type":"reasoning.encrypted","data":"x"}])"),
                content("x"), stop, done}),
            R"({"content_chunks":2,"reasoning":"ab"})"},
        {"only encrypted details are no content",
            events({deltaChunk(R"("reasoning_details":[{"type":"reasoning.encrypted","data":"x"}])"), stop, done}),
            R"({"error_kind":"empty_completion"})"},
        {"a name of its own goes before thinking parts",
            events(
                {deltaChunk(R"("content":[{"type":"thinking","thinking":"b"},{"text":"x"}],"reasoning_content":"a")"),
                    stop, done}),
            R"({"reasoning":"a","answer":"x"})"},
        {"reasoning and answer in one event count once, as reasoning",
            events({deltaChunk(R"("reasoning":"a","content":"x")"), stop, done}),
            R"({"content_chunks":1,"answer_chunks":1,"first_delta_kind":"reasoning"})"},
        {"the budget went into reasoning", events({deltaChunk("\"reasoning\":\"a\"", "\"length\""), done}),
            R"({"outcome":"succeeded","content_chunks":1,"answer_chunks":0,"warnings":[]})"},
        {"think tags in the answer, cut over deltas",
            events({content("<th"), content("ink"), content(">hm</think>x"), stop, done}),
            R"({"outcome":"succeeded","answer_chunks":3,"reasoning":"","warnings":["reasoning_in_answer"]})"},
        {"the opening tag was in the prompt",
            events({content("hm"), content("</thin"), content("k>"), content("x"), stop, done}),
            R"({"warnings":["reasoning_in_answer"]})"},
        {"nearly a tag", events({content("<thin"), content("g>"), content("</thinks>"), stop, done}),
            R"({"warnings":[]})"},
        {"tags in the reasoning are nothing",
            events({deltaChunk("\"reasoning\":\"<think>\""), content("x"), stop, done}), R"({"warnings":[]})"},
    };
}

std::vector<Quirk> toolCallsQuirks()
{
    const QByteArray end = R"({"choices":[{"delta":{},"finish_reason":"tool_calls"}]})";
    return {
        {"pieces by index, several in one delta",
            events({call(R"("index":0,"id":"a","type":"function","function":{"name":"f","arguments":""})"),
                call(R"("index":0,"function":{"arguments":"{\"x\":"}},{"index":1,"id":"b","function":{"name":"g"})"),
                call(R"("index":1,"function":{"arguments":"{}"}},{"index":0,"function":{"arguments":"1}"})"), end,
                done}),
            R"({"outcome":"succeeded","content_chunks":3,"answer_chunks":0,"first_delta_kind":"tool_call",
                "tool_calls":[["a","f","{\"x\":1}"],["b","g","{}"]]})"},
        {"no index: a new id is a new call, none continues the last",
            events(
                {call(R"("id":"a","function":{"name":"f","arguments":"{"})"), call(R"("function":{"arguments":"}"})"),
                    call(R"("index":null,"id":"b","function":{"name":"g","arguments":"[]"})"),
                    call(R"("id":"a","function":{"arguments":" "})"), end, done}),
            R"({"tool_calls":[["a","f","{} "],["b","g","[]"]]})"},
        {"index always 0: another id is another call",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":"1"})"),
                call(R"("index":0,"id":"b","function":{"name":"g","arguments":"2"})"),
                call(R"("index":0,"function":{"arguments":"3"})"), end, done}),
            R"({"tool_calls":[["a","f","1"],["b","g","23"]]})"},
        {"two whole calls with neither index nor id",
            events({call(R"("function":{"name":"f","arguments":"1"}},{"function":{"name":"g","arguments":"2"})"), end,
                done}),
            R"({"tool_calls":[["","f","1"],["","g","2"]]})"},
        {"id and name on every piece: the first name stays",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":"1"})"),
                call(R"("index":0,"id":"a","function":{"name":"other","arguments":"2"})"),
                call(R"("index":0,"id":"","function":{"name":"","arguments":"3"})"), end, done}),
            R"({"tool_calls":[["a","f","123"]]})"},
        {"arguments as an object become compact text",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":{ "x" : [1, {"y": "z"}] }})"), end,
                done}),
            R"({"content_chunks":1,"tool_calls":[["a","f","{\"x\":[1,{\"y\":\"z\"}]}"]]})"},
        {"the same object told twice",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":{"x":1}})"),
                call(R"("index":0,"id":"a","function":{"name":"f","arguments":{"x":1}})"), end, done}),
            R"({"tool_calls":[["a","f","{\"x\":1}"]]})"},
        {"an empty object in front of pieces is a placeholder",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":{}})"),
                call(R"("index":0,"function":{"arguments":"{\"x\":1}"})"), end, done}),
            R"({"tool_calls":[["a","f","{\"x\":1}"]]})"},
        {"null arguments, and pieces that carry nothing, count nothing",
            events({call(R"("index":0,"id":"a","type":"function")"),
                call(R"("index":0,"function":{"name":"","arguments":null})"),
                call(R"("index":0,"function":{"name":"f","arguments":null})"), end, done}),
            R"({"outcome":"succeeded","content_chunks":1,"tool_calls":[["a","f",""]]})"},
        {"finish_reason stop although tools were called",
            events({call(R"("index":0,"id":"a","function":{"name":"f","arguments":"{}"})"), stop, done}),
            R"({"outcome":"succeeded","finish_reason":"stop","warnings":[]})"},
        {"text in front of a call: its kind is the answer's",
            events({deltaChunk(R"("content":"x","tool_calls":[{"index":0,"function":{"name":"f"}}])"), end, done}),
            R"({"content_chunks":1,"answer_chunks":1,"first_delta_kind":"answer"})"},
        {"the old function_call is no content",
            events({deltaChunk(R"("function_call":{"name":"f","arguments":"{}"})"),
                R"({"choices":[{"delta":{},"finish_reason":"function_call"}]})", done}),
            R"({"error_kind":"empty_completion","content_chunks":0,"finish_reason":"function_call"})"},
        {"wrong types inside tool_calls",
            events({deltaChunk(R"("tool_calls":[1,null,{"function":7},{"index":"0","id":5,"function":{"name":3}}])"),
                content("x"), stop, done}),
            R"({"outcome":"succeeded","content_chunks":1})"},
    };
}

} // namespace streamgauge::test
