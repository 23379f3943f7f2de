// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/quirk.h"

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

QByteArray finish(const QByteArray &reason)
{
    return deltaChunk("", reason);
}

QByteArray usage(const QByteArray &counts)
{
    return "{\"choices\":[],\"usage\":" + counts + '}';
}

const QByteArray plainUsage = R"({"prompt_tokens":3,"completion_tokens":2,"total_tokens":5})";

std::vector<Quirk> finishReasons()
{
    return {
        {"finish_reason rides on the last content", events({deltaChunk("\"content\":\"x\"", "\"stop\""), done}),
            R"({"outcome":"succeeded","content_chunks":1,"finish_reason":"stop","warnings":[]})"},
        {"twice, the last one decides", events({content("x"), finish("\"stop\""), finish("\"length\""), done}),
            R"({"finish_reason":"length"})"},
        {"empty and \"null\" do not take it back",
            events({content("x"), finish("\"stop\""), finish("\"\""), finish("\"null\""), finish("null")}),
            R"({"outcome":"succeeded","finish_reason":"stop"})"},
        {"empty strings are none", events({deltaChunk("\"content\":\"x\"", "\"\"")}),
            R"({"error_kind":"ended_early","finish_reason":""})"},
        {"the word null is none", events({deltaChunk("\"content\":\"x\"", "\"null\""), done}),
            R"({"outcome":"succeeded","finish_reason":"","warnings":["no_finish_reason"]})"},
        {"no key until the end", events({R"({"choices":[{"delta":{"content":"x"}}]})", finish("\"stop\"")}),
            R"({"outcome":"succeeded","end":"body_end","warnings":[]})"},
        {"a number is none", events({content("x"), finish("7")}), R"({"error_kind":"ended_early"})"},
        {"known ones give no warning",
            events({content("x"), finish("\"eos_token\""), finish("\"stop_sequence\""), finish("\"eos\""),
                finish("\"content_filter\""), finish("\"function_call\""), finish("\"model_length\""), done}),
            R"({"outcome":"succeeded","finish_reason":"model_length","warnings":[]})"},
        {"abort", events({content("x"), finish("\"abort\""), done}),
            R"({"outcome":"succeeded","finish_reason":"abort","warnings":["finish_reason_abort"]})"},
        {"an unknown one", events({content("x"), finish("\"insufficient_system_resource\""), done}),
            R"({"outcome":"succeeded","warnings":["finish_reason_unknown"]})"},
        {"error fails without any error object", events({content("x"), finish("\"error\""), done}),
            R"({"error_kind":"error_event","finish_reason":"error"})"},
        {"end mark without finish_reason", events({content("x"), done}),
            R"({"outcome":"succeeded","end":"done","warnings":["no_finish_reason"]})"},
        {"clean end with neither", events({content("x")}), R"({"error_kind":"ended_early"})"},
        {"the error that vanishes",
            events({content("x"), R"({"model":"","choices":[{"delta":{"content":""},"finish_reason":null}]})"}),
            R"({"error_kind":"ended_early"})"},
        {"a cut after finish_reason", events({content("x"), stop}),
            R"({"outcome":"succeeded","end":"cut","warnings":["cut_after_finish"]})", StreamEnd::Cut},
        {"a cut after the end mark is none", events({content("x"), stop, done}),
            R"({"outcome":"succeeded","end":"done","warnings":[]})", StreamEnd::Cut},
        {"silence after finish_reason", events({content("x"), stop}),
            R"({"outcome":"succeeded","end":"idle","warnings":["no_end_marker"]})", StreamEnd::Idle},
        {"time runs out after finish_reason", events({content("x"), stop}),
            R"({"outcome":"timed_out","error_kind":"timeout","warnings":[]})", StreamEnd::Timeout},
        {"stopped", events({content("x")}), R"({"outcome":"cancelled","error_kind":"cancelled"})",
            StreamEnd::Cancelled},
        {"nothing in it", events({deltaChunk("\"role\":\"assistant\""), stop, usage(plainUsage), done}),
            R"({"error_kind":"empty_completion","content_chunks":0,"first_delta_kind":""})"},
    };
}

std::vector<Quirk> usages()
{
    return {
        {"in a chunk of its own behind finish_reason", events({content("x"), stop, usage(plainUsage), done}),
            R"({"usage":[3,2,5,null,null],"input_tokens":3,"output_tokens":2,"content_chunks":1,
                "usage_raw":"{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}"})"},
        {"null does not overwrite",
            events({content("x"), usage(plainUsage), R"({"choices":[],"usage":null})", stop, done}),
            R"({"usage":[3,2,5,null,null]})"},
        {"without choices", events({content("x"), stop, "{\"usage\":" + plainUsage + '}', done}),
            R"({"usage":[3,2,5,null,null],"anomalies":{}})"},
        {"beside choices, on the finish chunk",
            events({content("x"), R"({"choices":[{"delta":{},"finish_reason":"stop"}],"usage":)" + plainUsage + '}',
                done}),
            R"({"usage":[3,2,5,null,null]})"},
        {"on every chunk the last wins, also where it is smaller",
            events({usage(R"({"prompt_tokens":3,"completion_tokens":9})"), content("x"),
                usage(R"({"prompt_tokens":3,"completion_tokens":2})"), stop, done}),
            R"({"usage":[3,2,null,null,null]})"},
        {"zeros are placeholders, before and behind",
            events({usage(R"({"total_tokens":0})"), content("x"), usage(plainUsage), stop,
                usage(R"({"prompt_tokens":0,"completion_tokens":0,"total_tokens":0})"), done}),
            R"({"usage":[3,2,5,null,null]})"},
        {"zeros alone are no usage", events({content("x"), stop, usage(R"({"total_tokens":0})"), done}),
            R"({"usage":null,"output_tokens":null})"},
        {"nothing counted beside content is no usage",
            events({content("x"), stop, usage(R"({"prompt_tokens":3,"completion_tokens":0})"), done}),
            R"({"usage":[3,0,null,null,null],"output_tokens":null,"input_tokens":null})"},
        {"x_groq.usage", events({content("x"), R"({"choices":[],"x_groq":{"usage":)" + plainUsage + "}}", stop, done}),
            R"({"usage":[3,2,5,null,null],"usage_raw":"{\"prompt_tokens\":3,\"completion_tokens\":2,)"
            R"(\"total_tokens\":5}"})"},
        {"choices[].usage",
            events({content("x"), R"({"choices":[{"delta":{},"finish_reason":"stop","usage":)" + plainUsage + "}]}",
                done}),
            R"({"usage":[3,2,5,null,null],"usage_raw":"{\"prompt_tokens\":3,\"completion_tokens\":2,)"
            R"(\"total_tokens\":5}"})"},
        {"delta.usage", events({content("x"), R"({"choices":[{"delta":{"usage":)" + plainUsage + "}}]}", stop, done}),
            R"({"usage":[3,2,5,null,null],"usage_raw":"{\"prompt_tokens\":3,\"completion_tokens\":2,)"
            R"(\"total_tokens\":5}"})"},
        {"within one payload the later place wins",
            events({content("x"),
                R"({"choices":[{"delta":{"usage":{"prompt_tokens":4}},"usage":{"prompt_tokens":3}}],)"
                R"("x_groq":{"usage":{"prompt_tokens":2}},"usage":{"prompt_tokens":1}})",
                stop, done}),
            R"({"usage":[4,null,null,null,null],"usage_raw":"{\"prompt_tokens\":4}"})"},
        {"unless it is a placeholder",
            events({content("x"),
                R"({"usage":{"prompt_tokens":1},"x_groq":{"usage":{"prompt_tokens":0}},"choices":[{"usage":null}]})",
                stop, done}),
            R"({"usage":[1,null,null,null,null],"usage_raw":"{\"prompt_tokens\":1}"})"},
        {"cached and reasoning tokens in the details",
            events({content("x"), stop,
                usage(R"({"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":8},)"
                      R"("completion_tokens":7,"completion_tokens_details":{"reasoning_tokens":6}})"),
                done}),
            R"({"usage":[9,7,null,8,6],"cached_tokens":8})"},
        {"cached tokens as DeepSeek and Kimi name them, reasoning tokens as SGLang does",
            events({content("x"), usage(R"({"prompt_tokens":9,"prompt_cache_hit_tokens":5})"), stop,
                usage(R"({"prompt_tokens":9,"completion_tokens":7,"cached_tokens":4,"reasoning_tokens":3})"), done}),
            R"({"usage":[9,7,null,4,3]})"},
        {"null details are unknown, not 0",
            events({content("x"), stop,
                usage(R"({"prompt_tokens":9,"completion_tokens":1,"prompt_tokens_details":null})"), done}),
            R"({"usage":[9,1,null,null,null],"cached_tokens":null})"},
        {"reasoning left out of completion_tokens",
            events({content("x"), stop,
                usage(R"({"prompt_tokens":12,"completion_tokens":2,)"
                      R"("total_tokens":354})"),
                done}),
            R"({"output_tokens":2,"excluded":340,"warnings":["usage_excludes_reasoning"]})"},
        {"timings on the last chunk, kept byte for byte",
            events({content("x"), stop,
                R"({"choices":[],"timings": { "cache_n":4, "prompt_n":1,"x":[1.50,{"y":"}"}] } })", done}),
            R"({"cached_tokens":4,"timings_raw":"{ \"cache_n\":4, \"prompt_n\":1,\"x\":[1.50,)"
            R"({\"y\":\"}\"}] }","anomalies":{}})"},
        {"odd counts: 3.0 is 3, what is no count is none",
            events({content("x"), stop,
                usage(R"({"prompt_tokens":3.0,"completion_tokens":"2","total_tokens":-5,)"
                      R"("cached_tokens":1.5})"),
                done}),
            R"({"usage":[3,null,null,null,null]})"},
        {"counts too large to be any",
            events({content("x"), stop,
                usage(R"({"prompt_tokens":18446744073709551615,"completion_tokens":1e300,"total_tokens":1})"), done}),
            R"({"usage":[null,null,1,null,null]})"},
        {"a usage of a wrong type",
            events({content("x"), R"({"choices":[],"usage":[1]})", stop, R"({"choices":[],"usage":"2"})", done}),
            R"({"outcome":"succeeded","usage":null})"},
        {"a usage that no document may hold is counted, but not kept",
            events({content("x"), stop, usage(R"({"prompt_tokens":3,"x":1,"x":2})"), done}),
            R"({"usage":[3,null,null,null,null],"usage_raw":""})"},
        {"none at all", events({content("x"), stop, done}),
            R"({"usage":null,"usage_raw":"","timings_raw":"","output_tokens":null})"},
    };
}

std::vector<Quirk> errors()
{
    const auto told = [](const QByteArray &words) -> QByteArray {
        return R"({"outcome":"failed","error_kind":"error_event","message":"The server reported an error: )" + words
            + "\"}";
    };
    return {
        {"an error event, then the end mark",
            events({content("x"), R"({"error":{"message":"lost","code":500}})", done}), told("lost")},
        {"an error event, then the end", events({content("x"), R"({"error":{"message":"lost"}})"}), told("lost")},
        {"an event named error with an unknown shape", "event: error\ndata: {\"why\":{\"detail\":\"lost\"}}\n\n",
            told("lost")},
        {"an event named error with text", "event: error\ndata: lost\n\n", told("lost")},
        {"an event named error with its text in a comment", "event: error\n: lost\n\n", told("lost")},
        {"a comment in front of the name", ": lost\nevent: error\ndata:\n\n", told("lost")},
        {"an event named error with nothing", "event: error\n\n",
            R"({"error_kind":"error_event","message":"The server reported an error."})"},
        {"an event named error whose JSON is broken is an error, not bad JSON", "event: error\ndata: {lost\n\n",
            R"({"error_kind":"error_event","anomalies":{}})"},
        {"a field called error", events({content("x")}) + "error: {\"code\":500,\"message\":\"lost\"}\n\n",
            told("lost")},
        {"a field called error with text", "error: lost\n\n", told("lost")},
        {"an error beside choices",
            events({R"({"error":{"message":"lost"},"choices":[{"delta":{"content":"x"},)"
                    R"("finish_reason":"stop"}]})",
                done}),
            R"({"error_kind":"error_event","content_chunks":1,"finish_reason":"stop"})"},
        {"an error beside usage", events({content("x"), R"({"error":"lost","usage":{"prompt_tokens":3}})", done}),
            R"({"error_kind":"error_event","usage":[3,null,null,null,null]})"},
        {"as a string", events({R"({"error":"lost"})"}), told("lost")},
        {"as an object with a detail", events({R"({"error":{"code":"x","detail":"lost"}})"}), told("lost")},
        {"without any words", events({R"({"error":{"code":7}})"}), told("{\\\"code\\\":7}")},
        {"true is an error too", events({content("x"), R"({"error":true,"choices":[]})", stop, done}),
            R"({"error_kind":"error_event"})"},
        {"null, false, an empty string and an empty object are none",
            events({R"({"error":null,"choices":[]})", R"({"error":false,"choices":[]})", R"({"error":"","choices":[]})",
                R"({"error":{},"choices":[]})", content("x"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{}})"},
        {"bare code and message", events({R"({"code":402,"message":"lost"})"}), told("lost")},
        {"object error", events({R"({"object":"error","message":"lost","type":"x"})"}), told("lost")},
        {"a message without a code is foreign", events({R"({"message":"hello"})", content("x"), stop, done}),
            R"({"outcome":"succeeded","anomalies":{"foreign_payload":1}})"},
        {"a code and a message beside choices are nothing",
            events({R"({"code":0,"message":"ok","choices":[{"delta":{"content":"x"}}]})", stop, done}),
            R"({"outcome":"succeeded"})"},
        {"x_groq.error", events({content("x"), R"({"choices":[{"delta":{}}],"x_groq":{"error":"lost"}})", done}),
            told("lost")},
        {"inside a choice",
            events({R"({"choices":[{"delta":{},"error":{"message":"lost"},)"
                    R"("finish_reason":"error"}]})"}),
            told("lost")},
        {"inside an array", events({R"([{"error":{"message":"lost"}}])"}), told("lost")},
        {"the first one's words stay", events({R"({"error":"lost"})", R"({"error":"again"})"}), told("lost")},
        {"an error goes before bad JSON and before the timeout", events({"{oops", R"({"error":"lost"})"}), told("lost"),
            StreamEnd::Timeout},
        {"an error, then silence", events({R"({"error":"lost"})"}), told("lost"), StreamEnd::Idle},
        {"the words are fit to be shown", events({R"({"error":"lo\nst\u0007\u202e"})"}), told("lo st\\\\x07\\\\x202e")},
    };
}

} // namespace

class tst_ChatEnds final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finishReasons_data() { addQuirks(::finishReasons()); }
    void finishReasons() { checkQuirk(::finishReasons()); }
    void usages_data() { addQuirks(::usages()); }
    void usages() { checkQuirk(::usages()); }
    void errors_data() { addQuirks(::errors()); }
    void errors() { checkQuirk(::errors()); }
    void timings();
    void hugeRawObjectsAreNotKept();
};

void tst_ChatEnds::timings()
{
    const QByteArray early = R"({"choices":[{"delta":{"content":"x"}}],"timings":{"predicted_n":1}})";
    const QByteArray late = R"({"choices":[],"timings":{"cache_n":33,"prompt_n":1,"prompt_ms":1.085,"predicted_n":6,
"predicted_ms":7.5,"predicted_per_second":673.75,"prompt_per_second":null}})";
    const StreamFacts facts =
        readBody({events({early, stop}), "data: " + QByteArray(late).replace("\n", "\ndata: ") + "\n\n"});
    QVERIFY(facts.timings);
    QCOMPARE(*facts.timings,
        (ServerTimings{.cacheN = 33,
            .promptN = 1,
            .promptMs = 1.085,
            .predictedN = 6,
            .predictedMs = 7.5,
            .predictedPerSecond = 673.75}));
    QVERIFY(late.contains(facts.timingsRaw) && facts.timingsRaw.contains("\"predicted_n\":6"));
}

void tst_ChatEnds::hugeRawObjectsAreNotKept()
{
    const auto padded = [](qsizetype bytes) -> QByteArray {
        return R"({"prompt_tokens":3,"pad":")" + QByteArray(bytes, 'p') + "\"}";
    };
    QVERIFY(readBody({events({usage(padded(1000))})}).usageRaw.size() > 1000);
    const StreamFacts facts = readBody({events({usage(padded(70'000)), "{\"timings\":" + padded(70'000) + '}'})});
    QVERIFY(facts.usage && facts.timings);
    QCOMPARE(facts.usageRaw, QByteArray());
    QCOMPARE(facts.timingsRaw, QByteArray());
}

QTEST_GUILESS_MAIN(tst_ChatEnds)
#include "tst_chatends.moc"
