// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/deltaquirks.h"

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

const QByteArray toolCall = deltaChunk("\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"f\"}}]");

} // namespace

class tst_ChatDeltas final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void skeleton_data() { addQuirks(skeletonQuirks()); }
    void skeleton() { checkQuirk(skeletonQuirks()); }
    void contents_data() { addQuirks(contentsQuirks()); }
    void contents() { checkQuirk(contentsQuirks()); }
    void reasoning_data() { addQuirks(reasoningQuirks()); }
    void reasoning() { checkQuirk(reasoningQuirks()); }
    void toolCalls_data() { addQuirks(toolCallsQuirks()); }
    void toolCalls() { checkQuirk(toolCallsQuirks()); }
    void firstAnswer();
    void simulatorStamps();
    void textIsKeptOnlyOnDemand();
};

void tst_ChatDeltas::firstAnswer()
{
    const QByteArray thought = events({deltaChunk("\"reasoning\":\"hm\"")});
    const QByteArray tool = events({toolCall});
    StreamFacts facts = readBody({thought, thought, tool, events({content("x")}), events({stop, done})});
    QCOMPARE(facts.firstDeltaNs, 1000);
    QCOMPARE(facts.firstAnswerNs, 1002);
    QCOMPARE(facts.lastDeltaNs, 1003);
    QCOMPARE(facts.endNs, 1004);
    facts = readBody({thought, events({stop, done})});
    QCOMPARE(facts.firstAnswerNs, -1);
}

void tst_ChatDeltas::simulatorStamps()
{
    const auto stamped = [](int sent, const QByteArray &text) {
        return events(
            {"{\"sim_sent_ns\":" + QByteArray::number(sent) + ",\"sim_due_ns\":" + QByteArray::number(sent - 5)
                + ",\"sim_else\":[],\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}"});
    };
    const std::vector<QByteArray> body{
        stamped(7, ""), stamped(8, "a"), stamped(9, "b"), events({content("c"), stop, done})};
    const StreamFacts facts = readBody(body, StreamEnd::BodyEnd, {.keepSimulatorStamps = true});
    QCOMPARE(facts.simSentNs, (std::vector<qint64>{8, 9, -1}));
    QCOMPARE(facts.simDueNs, (std::vector<qint64>{3, 4, -1}));
    QCOMPARE(readBody(body).simSentNs, std::vector<qint64>());
    QCOMPARE(readBody(body).simDueNs, std::vector<qint64>());
    QCOMPARE(readBody({events({content("c")})}, StreamEnd::BodyEnd, {.keepSimulatorStamps = true}).simSentNs,
        std::vector<qint64>());
}

void tst_ChatDeltas::textIsKeptOnlyOnDemand()
{
    const QByteArray body = events({content("<think>0123456789"), deltaChunk("\"reasoning\":\"hm\""), toolCall,
        content("<think>0123456789 and more"), stop, done});
    const StreamFacts facts = readBody({body}, StreamEnd::BodyEnd, {});
    QCOMPARE(facts.answerText, QString());
    QCOMPARE(facts.reasoningText, QString());
    QVERIFY(facts.toolCalls.empty());
    QCOMPARE(facts.contentChunks, 4);
    QVERIFY(facts.thinkTagInAnswer);
    QCOMPARE(facts.anomalies.at(QStringLiteral("cumulative_text")), 1);
}

QTEST_GUILESS_MAIN(tst_ChatDeltas)
#include "tst_chatdeltas.moc"
