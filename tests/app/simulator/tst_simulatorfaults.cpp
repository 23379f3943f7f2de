// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

namespace {

const QStringList quick{u"--ttft-ms"_s, u"2"_s, u"--itl-ms"_s, u"1"_s};
constexpr int silenceMs = 600;
constexpr int tokens = 8;

} // namespace

/// sim/flaky: every fourth request fails, each time in another way.
class TestSimulatorFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachFaultInTurn();
    void faultsOfWholeAnswers();
    void anAnswerOfOneTokenFailsToo();
};

void TestSimulatorFaults::eachFaultInTurn()
{
    SimulatorRun run(quick);
    const ChatBody body{.model = "sim/flaky", .maxTokens = tokens};
    QList<RawReply> failed;
    for (int request = 1; request <= 4 * 10; ++request) {
        const RawReply reply = chat(run.port(), body, silenceMs);
        if (request % 4 == 0) {
            failed << reply;
            continue;
        }
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.end, RawReply::End::Complete);
        QCOMPARE(reply.contentChunks(), tokens);
        QCOMPARE(reply.finishReason(), u"length"_s);
    }

    QCOMPARE(failed[0].status, 500);
    QVERIFY(failed[0].json()[u"error"][u"message"].isString());

    QCOMPARE(failed[1].status, 429);
    QCOMPARE(failed[1].header("Retry-After"), "1");

    QCOMPARE(failed[2].end, RawReply::End::Reset);
    QCOMPARE(failed[2].head, QByteArray());

    QCOMPARE(failed[3].end, RawReply::End::Reset);
    QCOMPARE(failed[3].status, 200);
    QCOMPARE(failed[3].contentChunks(), tokens / 2);

    QCOMPARE(failed[4].end, RawReply::End::Complete);
    QCOMPARE(failed[4].contentChunks(), tokens / 2);
    QVERIFY(failed[4].objects().back()[u"error"][u"message"].isString());
    QCOMPARE(failed[4].finishReason(), QString());

    QCOMPARE(failed[5].end, RawReply::End::Complete);
    QCOMPARE(failed[5].contentChunks(), tokens);
    QCOMPARE(failed[5].events().last(), "[DONE]");
    QCOMPARE(static_cast<std::size_t>(failed[5].events().size()), failed[5].objects().size() + 2); // [DONE], the broken

    QCOMPARE(failed[6].end, RawReply::End::Complete);
    QCOMPARE(failed[6].contentChunks(), tokens / 2);
    QCOMPARE(failed[6].finishReason(), QString());
    QVERIFY(!failed[6].body.contains("[DONE]"));

    QCOMPARE(failed[7].end, RawReply::End::Complete);
    QCOMPARE(failed[7].contentChunks(), 0);
    QCOMPARE(failed[7].finishReason(), u"stop"_s);
    QCOMPARE(failed[7].events().last(), "[DONE]");

    QCOMPARE(failed[8].end, RawReply::End::Timeout);
    QCOMPARE(failed[8].contentChunks(), tokens / 2);

    QCOMPARE(failed[9].status, 500); // and round again
    QCOMPARE(run.exitCodeAfterInputEnds(), 0);
}

void TestSimulatorFaults::faultsOfWholeAnswers()
{
    SimulatorRun run(quick);
    const ChatBody body{.model = "sim/flaky", .maxTokens = tokens, .stream = false};
    QList<RawReply> failed;
    for (int request = 1; request <= 4 * 9; ++request) {
        const RawReply reply = chat(run.port(), body, silenceMs);
        if (request % 4 == 0)
            failed << reply;
        else
            QCOMPARE(reply.json()[u"usage"][u"completion_tokens"].toInteger(), tokens);
    }
    QCOMPARE(failed[0].status, 500);
    QCOMPARE(failed[1].status, 429);
    QCOMPARE(failed[2].end, RawReply::End::Reset);
    QCOMPARE(failed[2].status, 0);
    QCOMPARE(failed[3].end, RawReply::End::Reset);
    QCOMPARE(failed[3].status, 200);
    QCOMPARE(failed[4].status, 500);
    QCOMPARE(failed[5].status, 200);
    QVERIFY(!parseJson(failed[5].body));
    QVERIFY(failed[6].json()[u"choices"].array().front()[u"finish_reason"].isNull());
    QCOMPARE(failed[7].json()[u"choices"].array().front()[u"message"][u"content"].toString(), QString());
    QCOMPARE(failed[8].end, RawReply::End::Timeout);
    QCOMPARE(failed[8].status, 0);
}

void TestSimulatorFaults::anAnswerOfOneTokenFailsToo()
{
    SimulatorRun run(quick);
    int struck = 0;
    for (int request = 1; request <= 4 * 9; ++request) {
        const RawReply reply = chat(run.port(), {.model = "sim/flaky", .maxTokens = 1}, silenceMs);
        const bool whole = reply.status == 200 && reply.end == RawReply::End::Complete && reply.contentChunks() == 1
            && reply.finishReason() == u"length"_s
            && static_cast<std::size_t>(reply.events().size()) == reply.objects().size() + 1;
        struck += !whole;
        QCOMPARE(whole, request % 4 != 0);
    }
    QCOMPARE(struck, 9);
}

QTEST_GUILESS_MAIN(TestSimulatorFaults)
#include "tst_simulatorfaults.moc"
