// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/chatstream.h"
#include "app/endpoint/retryafter.h"
#include "models/load/judge.h"
#include "tests/support/rawresponse.h"
#include "tests/support/streamcase.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

StreamEnd endOf(const StreamCase &one, const RawResponse &response, const ChatStream &stream)
{
    if (one.then() == u"hold")
        return stream.awaitsEnd() ? StreamEnd::Idle : StreamEnd::Timeout;
    return response.complete() ? StreamEnd::BodyEnd : StreamEnd::Cut;
}

/// Reads a case as the request does, with a plain reader of HTTP in the transport's place.
StreamFacts read(const StreamCase &one, Delivery delivery)
{
    ChatStream stream({.keepText = true});
    RawResponse response;
    QByteArray errorBody;
    qint64 stamp = 1000;
    for (const QByteArray &piece : one.pieces(delivery)) {
        const QByteArray body = response.feed(piece);
        if (response.status() == 200)
            stream.receive(body, ++stamp);
        else
            errorBody += body;
    }
    StreamFacts facts = stream.finish(endOf(one, response, stream), stamp);
    facts.httpStatus = response.status();
    facts.errorBody = QString::fromUtf8(errorBody);
    facts.retryAfterS = retryAfterSeconds(
        {.retryAfterMs = response.header("retry-after-ms"), .retryAfter = response.header("retry-after"), .date = {}},
        {});
    facts.dispatchNs = 0;
    facts.attempts = 1;
    return facts;
}

} // namespace

/// Every recorded kind of stream, however its bytes are cut.
class tst_ChatCases final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outcome_data();
    void outcome();
};

void tst_ChatCases::outcome_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("delivery");
    const std::vector<StreamCase> cases = allStreamCases();
    QVERIFY2(cases.size() >= 37, "the fixtures are missing");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (const Delivery delivery :
            {Delivery::Whole, Delivery::SingleBytes, Delivery::Segments, Delivery::MarkedCuts}) {
            QTest::addRow("%s, %s", qPrintable(cases[i].name), deliveryName(delivery))
                << static_cast<int>(i) << static_cast<int>(delivery);
        }
    }
}

void tst_ChatCases::outcome()
{
    QFETCH(int, number);
    QFETCH(int, delivery);
    const StreamCase one = allStreamCases()[static_cast<std::size_t>(number)];
    const StreamFacts facts = read(one, static_cast<Delivery>(delivery));
    const QStringList differences = one.differences(facts, judgeLoadRequest(0, facts));
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u"; ")));
}

QTEST_GUILESS_MAIN(tst_ChatCases)
#include "tst_chatcases.moc"
