// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/capture.h"
#include "tests/app/endpoint/chatrig.h"
#include "tests/app/endpoint/quirk.h"
#include "tests/support/fixtures.h"
#include "tests/support/rawresponse.h"
#include "tests/support/streamcase.h"

#include <QJsonDocument>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray bytesOf(const Capture &capture)
{
    return fixture(u"captures/llama.cpp-"_s + QString::fromLatin1(capture.file) + u".raw");
}

} // namespace

/// Whole responses of two versions of a real server, over a real connection that closes behind each, as theirs did.
class tst_ChatCaptures final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void facts_data();
    void facts();
    void timings();
};

void tst_ChatCaptures::facts_data()
{
    QTest::addColumn<int>("number");
    const auto captures = allCaptures();
    for (std::size_t i = 0; i < captures.size(); ++i)
        QTest::newRow(captures[i].file) << static_cast<int>(i);
}

void tst_ChatCaptures::facts()
{
    QFETCH(int, number);
    const Capture capture = allCaptures()[static_cast<std::size_t>(number)];
    const QByteArray response = bytesOf(capture);
    LoopbackServer server([&response](const ServerRequest &request) {
        ServerScript script;
        for (const QByteArray &piece : cutInto(response, request.target == "/0" ? Delivery::Whole : Delivery::Segments))
            script.send(piece);
        return script.close();
    });
    QJsonParseError error;
    const QJsonObject expected = QJsonDocument::fromJson(capture.expected, &error).object();
    QVERIFY2(!expected.isEmpty(), qPrintable(error.errorString()));
    CurlLoop loop;
    for (const QString &path : {u"/0"_s, u"/1"_s}) {
        ChatRig rig(loop);
        rig.start(server.url(path), path == u"/1");
        QVERIFY(rig.waitForIdle());
        const StreamFacts facts = rig.request->takeFacts();
        QCOMPARE(facts.httpStatus, capture.status);
        QCOMPARE(facts.serverHeader, u"llama.cpp"_s);
        const QJsonObject found = observed(facts);
        for (const QString &key : expected.keys())
            QCOMPARE(found[key], expected[key]);
        if (facts.usage) {
            QVERIFY(response.contains(facts.usageRaw));
            QVERIFY(facts.usageRaw.startsWith("{\"completion_tokens\":"));
        }
    }
}

void tst_ChatCaptures::timings()
{
    const auto of = [](const char *file) {
        RawResponse response;
        const QByteArray raw = bytesOf({file, {}});
        const StreamFacts facts = readBody({response.feed(raw)});
        return std::pair(facts, raw.contains(facts.timingsRaw));
    };
    const auto [first, firstRaw] = of("b10587/10-stream-usage");
    QVERIFY(firstRaw && first.timings);
    QCOMPARE(first.timings->cacheN.value(), 0);
    QCOMPARE(first.timings->promptN.value(), 34);
    QCOMPARE(first.timings->predictedN.value(), 24);
    QCOMPARE(first.timings->predictedMs.value(), 6.32);
    const auto [perToken, perTokenRaw] = of("b10587/24-timings-per-token");
    QVERIFY(perTokenRaw && perToken.timings);
    QCOMPARE(perToken.timings->predictedN.value(), 5);
    QCOMPARE(perToken.timings->predictedMs.value(), 1.181);
    const auto [old, oldRaw] = of("b4748/14-stream-ignore-eos");
    QVERIFY(oldRaw && old.timings);
    QVERIFY(!old.timings->cacheN);
    QCOMPARE(old.timings->promptN.value(), 1);
    QCOMPARE(old.timings->predictedMs.value(), 217.199);
}

QTEST_GUILESS_MAIN(tst_ChatCaptures)
#include "tst_chatcaptures.moc"
