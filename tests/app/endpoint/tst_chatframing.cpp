// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/quirk.h"

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

const QByteArray twoWords = R"({"outcome":"succeeded","content_chunks":2,"answer":"one two","anomalies":{}})";

QByteArray withLineEnds(QByteArray body, const QByteArray &lineEnd)
{
    return body.replace("\n", lineEnd);
}

QByteArray plainBody()
{
    return events({content("one"), content(" two"), stop, done});
}

/// How servers frame events, and what stands between them.
std::vector<Quirk> framing()
{
    return {
        {"white space around text survives any cut", events({content("  a "), content(" b  "), stop, done}),
            R"({"answer":"  a  b  "})"},
        {"lines end with CRLF", withLineEnds(plainBody(), "\r\n"), twoWords},
        {"lines end with CR", withLineEnds(plainBody(), "\r"), twoWords},
        {"line ends are mixed",
            withLineEnds(events({content("one")}), "\r\n") + ": ping\n\n" + events({content(" two"), stop, done}),
            twoWords},
        {"no blank behind the colon", plainBody().replace("data: ", "data:"), twoWords},
        {"only one blank behind the colon is taken, JSON does not mind more", plainBody().replace("data: ", "data:   "),
            twoWords},
        {"blanks behind the JSON and the end mark",
            plainBody().replace("}\n\n", "} \t\n\n").replace("[DONE]", "[DONE]  "), twoWords},
        {"one JSON over several data lines", plainBody().replace(",", ",\ndata: "), twoWords},
        {"a CR inside raw JSON splits it into data lines", plainBody().replace("{\"choices\"", "{\rdata: \"choices\""),
            twoWords},
        {"comments before, between and behind",
            ": a\n\n:\n\n" + plainBody().replace("data: {", ": b\ndata: {") + ":c\n\n", twoWords},
        {"a comment ends with one line end in front of another block", ": ping\n" + plainBody(), twoWords},
        {"a comment passed on as data", events({": OPENROUTER PROCESSING", "ping"}) + plainBody(),
            R"({"outcome":"succeeded","content_chunks":2,"anomalies":{"ignored_payload":2}})"},
        {"blocks with only id, retry or event",
            "id: 7\n\nretry: 300\n\nevent: message\n\nevent: ping\n\n" + plainBody(), twoWords},
        {"empty data is a heartbeat", "data:\n\ndata\n\ndata: \n\ndata:\ndata:\n\n" + plainBody(), twoWords},
        {"a byte order mark", "\xEF\xBB\xBF" + plainBody(), twoWords},
        {"separators inside a string end no line",
            events({content("a\xE2\x80\xA8"), content("b\xC2\x85"), content("\\u2028c"), stop, done}),
            R"({"outcome":"succeeded","content_chunks":3,"anomalies":{}})"},
        {"named events and foreign objects",
            "event: agentic_tool_call_progress\ndata: {\"type\":\"x\"}\n\ndata: {\"type\":\"mcp_tool_result\"}\n\n"
            "event: ping\ndata: {\"type\": \"ping\"}\n\n"
                + plainBody(),
            R"({"outcome":"succeeded","content_chunks":2,"anomalies":{"foreign_payload":3}})"},
        {"an array is foreign", events({"[1,2]"}) + plainBody(),
            R"({"outcome":"succeeded","anomalies":{"foreign_payload":1}})"},
    };
}

/// What stands at the end, and what is no stream.
std::vector<Quirk> ends()
{
    return {
        {"the end mark without a line end", events({content("x"), stop}) + "data: [DONE]",
            R"({"outcome":"succeeded","end":"done"})"},
        {"the end mark without a line end, at a cut", events({content("x")}) + "data: [DONE]",
            R"({"outcome":"succeeded","end":"done","warnings":["no_finish_reason"]})", StreamEnd::Cut},
        {"the end mark with one line end", events({content("x")}) + "data:[DONE]\n",
            R"({"outcome":"succeeded","end":"done"})"},
        {"half an end mark", events({content("x")}) + "data: [DON",
            R"({"error_kind":"ended_early",)"
            R"("end":"body_end"})"},
        {"half an end mark does not end an idle stream", events({content("x"), stop}) + "data: [DONE]",
            R"({"outcome":"succeeded","end":"idle","warnings":["no_end_marker"]})", StreamEnd::Idle},
        {"half a block is dropped", events({content("x")}) + "data: " + stop,
            R"({"error_kind":"ended_early","finish_reason":"","anomalies":{}})", StreamEnd::Cut},
        {"a block without its blank line is dropped", events({content("x")}) + "data: " + content("y") + '\n',
            R"({"error_kind":"ended_early","content_chunks":1,"answer":"x"})"},
        {"the end mark inside an answer is text", events({content("[DONE]"), content(" not"), stop, done}),
            R"({"outcome":"succeeded","content_chunks":2,"answer":"[DONE] not"})"},
        {"data behind the end mark does not count", events({content("x"), stop, done, content("y"), "{", done}),
            R"({"outcome":"succeeded","content_chunks":1,"answer":"x","anomalies":{}})"},
        {"two objects glued", events({content("x"), stop + stop, done}),
            R"({"error_kind":"malformed_stream","anomalies":{"bad_json":1}})"},
        {"an error injected into an open event",
            events({content("x")})
                + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ydata: {\"error\":{}}\n\n",
            R"({"error_kind":"malformed_stream","content_chunks":1,"anomalies":{"bad_json":1}})"},
        {"bad JSON does not end the reading", events({content("x"), "{oops", content("y"), stop, done}),
            R"({"error_kind":"malformed_stream","content_chunks":2,"answer":"xy","finish_reason":"stop",)"
            R"("end":"done"})"},
        {"an empty body", "", R"({"error_kind":"ended_early","content_chunks":0})"},
        {"only comments", ":\n\n: ping\n\n", R"({"error_kind":"ended_early"})"},
        {"a cut inside a field's name", "dat", R"({"error_kind":"ended_early"})", StreamEnd::Cut},
        {"a web page", "<html><body>\n<h1>502 Bad Gateway</h1>\n</body></html>\n",
            R"({"error_kind":"malformed_stream"})"},
        {"plain text", "upstream connect error or disconnect/reset before headers",
            R"({"error_kind":"malformed_stream",
                "message":"The server answered with text that is no event stream: upstream connect error )"
            R"(or disconnect/reset before headers"})"},
        {"a whole completion over several lines",
            "{\n \"object\": \"chat.completion\",\n \"choices\": [\n  {\"message\": {\"content\": \"x\"}}\n ]\n}\n",
            R"({"error_kind":"malformed_stream","content_chunks":0,
                "message":"The server answered in one piece although a stream was asked for: nothing can )"
            R"(be timed."})"},
        {"an unframed error in an event stream", "{\"error\":{\"code\":400,\"message\":\"too long\"}}\n\n",
            R"({"error_kind":"malformed_stream",
                "message":"The server answered with JSON instead of a stream. Check the address: its path )"
            R"(may lack /v1. The server says: too long"})"},
        {"foreign lines among good events do not matter", "<!-- proxy -->\n" + plainBody(), twoWords},
        {"ignored payloads alone are a stream that ended early", events({"ping", "ping"}),
            R"({"error_kind":"ended_early","anomalies":{"ignored_payload":2}})"},
    };
}

} // namespace

class tst_ChatFraming final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framing_data() { addQuirks(::framing()); }
    void framing() { checkQuirk(::framing()); }
    void ends_data() { addQuirks(::ends()); }
    void ends() { checkQuirk(::ends()); }
    void stampsAreThoseOfTheLastDataLine();
    void readsAreCounted();
    void firstEventIsTheFirstObject();
    void endOfIdleIsTheLastEvent();
    void longLineIsHopeless();
};

void tst_ChatFraming::stampsAreThoseOfTheLastDataLine()
{
    // 1000: half a line; 1001: the rest; 1002: the blank line with the next event's first data line; 1003: its second.
    const StreamFacts facts = readBody({"data: {\"choices\":[{\"delta\":{\"content\"", ":\"a\"}}]}\n",
        "\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"},\n", "data: \"finish_reason\":\"stop\"}]}\n", "\n",
        "data: [DONE]\n", "\n"});
    QCOMPARE(facts.chunkNs, (std::vector<qint64>{1001, 1003}));
    QCOMPARE(facts.firstDeltaNs, 1001);
    QCOMPARE(facts.lastDeltaNs, 1003);
    QCOMPARE(facts.endNs, 1005);
    QCOMPARE(facts.reads, 2);
}

void tst_ChatFraming::firstEventIsTheFirstObject()
{
    const QByteArray role = events({"{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}"});
    const StreamFacts facts =
        readBody({": a comment\n\n", events({"ping"}), role, events({content("a")}), events({done})});
    QCOMPARE(facts.firstEventNs, 1002);
    QCOMPARE(facts.firstDeltaNs, 1003);
    QCOMPARE(readBody({events({content("a"), done})}).firstEventNs, 1000);
    QCOMPARE(readBody({": a comment\n\n", events({done})}).firstEventNs, -1);
}

void tst_ChatFraming::readsAreCounted()
{
    const QByteArray three = events({content("a"), content("b"), content("c")});
    const StreamFacts facts = readBody({three, events({content("")}), three, events({stop, done})});
    QCOMPARE(facts.contentChunks, 6);
    QCOMPARE(facts.reads, 2);
    QCOMPARE(facts.chunkNs, (std::vector<qint64>{1000, 1000, 1000, 1002, 1002, 1002}));
}

void tst_ChatFraming::endOfIdleIsTheLastEvent()
{
    ChatStream stream;
    stream.receive(events({content("a")}), 10);
    QVERIFY(!stream.awaitsEnd());
    stream.receive(events({stop}), 20);
    QVERIFY(stream.awaitsEnd());
    stream.receive(": comments do not count\n\ndata: nor this\n\n", 30);
    QCOMPARE(stream.lastEventNs(), 20);
    stream.receive(events({R"({"type":"any object does"})"}), 40);
    QCOMPARE(stream.lastEventNs(), 40);
    QCOMPARE(stream.finish(StreamEnd::Idle, 9999).endNs, 40);
}

void tst_ChatFraming::longLineIsHopeless()
{
    const QByteArray fits = deltaChunk("\"content\":\"x\",\"padding\":\"" + QByteArray(16'000'000, 'p') + '"');
    QCOMPARE(readBody({events({fits, stop, done})}).contentChunks, 1);

    const QByteArray block = QByteArray(1 << 20, 'x');
    for (const QByteArray &begin : {QByteArray("data: {\""), QByteArray(": "), QByteArray("junk")}) {
        ChatStream stream;
        stream.receive(QByteArray(events({content("x")}) + begin), 1);
        for (int i = 0; i < 15; ++i)
            stream.receive(block, 2);
        QVERIFY(!stream.hopeless());
        stream.receive(block, 3);
        stream.receive(block, 3);
        QVERIFY(stream.hopeless());
        stream.receive(QByteArray("\n\n" + events({stop, done})), 4);
        StreamFacts facts = stream.finish(StreamEnd::Cut, 5);
        facts.httpStatus = 200;
        QCOMPARE(facts.contentChunks, 1);
        QCOMPARE(judgeLoadRequest(0, facts).error->kind, ErrorKind::MalformedStream);
    }

    // Many short lines of one event grow past the bound too.
    ChatStream stream;
    for (int i = 0; i < 17 && !stream.hopeless(); ++i)
        stream.receive(QByteArray("data: " + block + '\n'), i);
    QVERIFY(stream.hopeless());
}

QTEST_GUILESS_MAIN(tst_ChatFraming)
#include "tst_chatframing.moc"
