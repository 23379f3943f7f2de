// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

using Ending = CurlReply::Ending;

/// What a reply reports about a transfer, for right and wrong servers.
class TestCurlReply : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWithoutSink();
    void givesBytesToSink();
    void setsHeadBeforeBytes();
    void passesOverInterimResponses();
    void passesOverTrailers();
    void doesNotFollowRedirects();
    void reportsStatusAsError();
    void sendsWhatWasAsked();
    void sendsNothingUnasked();
    void stampsInOrder();
    void tellsPeerAndConnects();
    void timesOut_data();
    void timesOut();
    void ends_data();
    void ends();
    void reportsRefusal();
    void reportsUnknownHost();
    void reportsUnsupportedScheme();
    void aborts();
    void readsNothingAfterAbort();
    void decodesCompressedBody_data();
    void decodesCompressedBody();
    void stopsDecompressionBomb();
    void ignoresEnvironmentProxy();
    void usesResolvedAddress();
};

void TestCurlReply::readsWithoutSink()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + httpChunk("one ")).pause(20ms).send(httpChunk("two") + lastHttpChunk);
    });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    QSignalSpy ready(reply, &QNetworkReply::readyRead);
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::Complete);
    QCOMPARE(reply->error(), QNetworkReply::NoError);
    QVERIFY(ready.count() >= 1);
    QCOMPARE(reply->bytesAvailable(), 7);
    QCOMPARE(reply->read(3), "one");
    QCOMPARE(reply->readAll(), " two");
}

void TestCurlReply::givesBytesToSink()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + httpChunk("one")).pause(20ms).send(httpChunk("two") + lastHttpChunk);
    });
    TransportRig rig;
    CollectingSink sink;
    CurlReply *reply = rig.post(server.url());
    reply->setSink(&sink);
    QSignalSpy ready(reply, &QNetworkReply::readyRead);
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(sink.pieces, (std::vector<QByteArray>{"one", "two"}));
    QVERIFY(sink.stamps[1] - sink.stamps[0] >= 15'000'000);
    QCOMPARE(ready.count(), 0);
    QVERIFY(reply->readAll().isEmpty());
}

void TestCurlReply::setsHeadBeforeBytes()
{
    LoopbackServer server(
        [](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "body", "X-A: 1\r\nx-a: 2\r\n")); });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    int status = 0;
    QByteArray field;
    connect(reply, &QNetworkReply::readyRead, this, [&] {
        status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        field = reply->rawHeader("X-A");
    });
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(status, 200);
    QCOMPARE(reply->httpStatus(), 200);
    QCOMPARE(field, "1, 2");
    QCOMPARE(reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toByteArray(), "Status");
}

void TestCurlReply::passesOverInterimResponses()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript()
            .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n")
            .pause(30ms)
            .send(wholeResponse(200, "x"));
    });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->httpStatus(), 200);
    QVERIFY(!reply->hasRawHeader("X-Hint"));
    QVERIFY(reply->headersNs() - reply->dispatchNs() >= 25'000'000);
    QCOMPARE(reply->readAll(), "x");
}

void TestCurlReply::passesOverTrailers()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + httpChunk("x") + "0\r\nX-Trailer: 1\r\n\r\n");
    });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::Complete);
    QVERIFY(!reply->hasRawHeader("X-Trailer"));
}

void TestCurlReply::doesNotFollowRedirects()
{
    LoopbackServer server(
        [](const ServerRequest &) { return ServerScript().send(wholeResponse(307, "", "Location: /elsewhere\r\n")); });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::Complete);
    QCOMPARE(reply->error(), QNetworkReply::NoError);
    QCOMPARE(reply->httpStatus(), 307);
    QCOMPARE(reply->rawHeader("location"), "/elsewhere");
    QCOMPARE(server.requests(), 1);
}

void TestCurlReply::reportsStatusAsError()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(503, "busy")); });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::Complete);
    QCOMPARE(reply->error(), QNetworkReply::ServiceUnavailableError);
    QVERIFY(reply->errorString().contains(QString::number(server.port())));
    QCOMPARE(reply->readAll(), "busy");
}

void TestCurlReply::sendsWhatWasAsked()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "")); });
    TransportRig rig;
    QNetworkRequest request(server.url(QStringLiteral("/v1/chat?a=b%20c#part")));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    request.setRawHeader("Authorization", "Bearer key");
    request.setRawHeader("X-Empty", "");
    const QByteArray body(3 * 1024 * 1024, 'x');
    CurlReply *reply = rig.post(request, body);
    QVERIFY(waitForEnd(*reply));
    const ServerRequest got = server.received().at(0);
    QCOMPARE(got.method, "POST");
    QCOMPARE(got.target, "/v1/chat?a=b%20c");
    QVERIFY(got.body == body);
    QVERIFY(got.head.contains("Content-Type: application/json\r\n"));
    QVERIFY(got.head.contains("Authorization: Bearer key\r\n"));
    QVERIFY(got.head.contains("X-Empty:"));
    QVERIFY(got.head.startsWith("POST /v1/chat?a=b%20c HTTP/1.1\r\n"));
}

void TestCurlReply::sendsNothingUnasked()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "")); });
    TransportRig rig;
    QNetworkRequest request(server.url());
    request.setAttribute(TransportAttribute::ownConnection, true);
    QVERIFY(waitForEnd(*rig.post(request, QByteArray(2 * 1024 * 1024, 'x'))));
    QVERIFY(waitForEnd(*rig.get(request)));
    for (const ServerRequest &got : server.received()) {
        const QByteArray head = got.head.toLower();
        QVERIFY(!head.contains("connection:"));
        QVERIFY(!head.contains("expect:"));
        QVERIFY(!head.contains("content-type:"));
        QVERIFY(head.contains("accept-encoding: identity\r\n"));
    }
}

void TestCurlReply::stampsInOrder()
{
    LoopbackServer server(
        [](const ServerRequest &) { return ServerScript().pause(20ms).send(wholeResponse(200, "x")); });
    TransportRig rig;
    const qint64 before = SteadyClock::instance().nowNs();
    CurlReply *reply = rig.post(server.url());
    QCOMPARE(reply->ending(), Ending::None);
    QCOMPARE(reply->endedNs(), -1);
    CollectingSink sink;
    reply->setSink(&sink);
    qint64 dispatchTold = 0;
    connect(reply, &CurlReply::dispatched, this, [&] { dispatchTold = reply->dispatchNs(); });
    QVERIFY(waitForEnd(*reply));
    QVERIFY(before <= reply->startedNs());
    QVERIFY(reply->startedNs() <= reply->dispatchNs());
    QCOMPARE(dispatchTold, reply->dispatchNs());
    QVERIFY(reply->headersNs() - reply->dispatchNs() >= 15'000'000);
    QVERIFY(reply->headersNs() <= sink.stamps.front());
    QVERIFY(sink.stamps.front() <= reply->endedNs());
    QVERIFY(reply->endedNs() <= SteadyClock::instance().nowNs());
}

void TestCurlReply::tellsPeerAndConnects()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); });
    TransportRig rig;
    CurlReply *first = rig.get(server.url());
    QVERIFY(waitForEnd(*first));
    QCOMPARE(first->connects(), 1);
    QCOMPARE(first->peer(), QHostAddress(QHostAddress::LocalHost));
    CurlReply *second = rig.get(server.url());
    QVERIFY(waitForEnd(*second));
    QCOMPARE(second->connects(), 0);
    QCOMPARE(second->peer(), QHostAddress(QHostAddress::LocalHost));
}

void TestCurlReply::timesOut_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("before the head") << QByteArray();
    QTest::newRow("in the head") << QByteArray("HTTP/1.1 200 OK\r\nA: b");
    QTest::newRow("in the body") << QByteArray(streamHead() + httpChunk("x"));
}

void TestCurlReply::timesOut()
{
    QFETCH(QByteArray, sent);
    LoopbackServer server([&](const ServerRequest &) { return ServerScript().send(sent).silence(); });
    TransportRig rig;
    QNetworkRequest request(server.url());
    request.setTransferTimeout(150);
    CurlReply *reply = rig.post(request);
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::TimedOut);
    QCOMPARE(reply->error(), QNetworkReply::TimeoutError);
    QVERIFY(reply->endedNs() - reply->startedNs() >= 145'000'000);
    QVERIFY(reply->errorString().contains(QStringLiteral("0.15 s")));
}

void TestCurlReply::ends_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<bool>("reset");
    QTest::addColumn<Ending>("ending");
    QTest::addColumn<bool>("byteSeen");

    const QByteArray head = "HTTP/1.1 200 OK\r\n";
    const auto row = [](const char *name, const QByteArray &sent, Ending ending, bool byteSeen = true) {
        QTest::addRow("%s, closed", name) << sent << false << ending << byteSeen;
    };
    row("nothing", "", Ending::ClosedUnanswered, false);
    QTest::newRow("nothing, reset") << QByteArray() << true << Ending::ClosedUnanswered << false;
    row("part of a status line", "HTTP/1.1 2", Ending::Malformed);
    row("in the head", head + "Conte", Ending::Cut);
    QTest::newRow("in the head, reset") << QByteArray(head + "Conte") << true << Ending::Cut << true;
    row("in a chunk", streamHead() + "5\r\nab", Ending::Cut);
    row("between chunks", streamHead() + httpChunk("ab"), Ending::Cut);
    QTest::newRow("between chunks, reset") << QByteArray(streamHead() + httpChunk("ab")) << true << Ending::Cut << true;
    row("short of its length", head + "Content-Length: 5\r\n\r\nab", Ending::Cut);
    row("broken chunk framing", streamHead() + httpChunk("ab") + "zz\r\n", Ending::Cut);
    row("no length", head + "\r\nab", Ending::Complete);
    row("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nab", Ending::Complete);
    row("no HTTP", "220 mail.example ready\r\n", Ending::Malformed);
    row("negative length", head + "Content-Length: -5\r\n\r\n", Ending::Malformed);
    row("endless header line", head + "A: " + QByteArray(400'000, 'a'), Ending::Malformed);
    row("endless headers", head + QByteArray("A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n").repeated(20'000),
        Ending::Malformed);
    row("endless interim responses", QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(20'000), Ending::Malformed);
    row("endless trailers", streamHead() + "0\r\n" + QByteArray("A: bbbbbbbbbbbbbbbbb\r\n").repeated(40'000),
        Ending::Malformed);
    row("unknown coding", head + "Content-Encoding: zz\r\nContent-Length: 2\r\n\r\nab", Ending::Malformed);
    row("no gzip", head + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab", Ending::Malformed);
}

void TestCurlReply::ends()
{
    QFETCH(QByteArray, sent);
    QFETCH(bool, reset);
    QFETCH(Ending, ending);
    QFETCH(bool, byteSeen);
    LoopbackServer server([&](const ServerRequest &) {
        ServerScript script;
        script.send(sent).pause(20ms);
        return reset ? script.reset() : script.close();
    });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), ending);
    QCOMPARE(reply->responseByteSeen(), byteSeen);
    QCOMPARE(server.posts(), 1);
    if (ending == Ending::Complete)
        return;
    QVERIFY(reply->error() != QNetworkReply::NoError);
    const QString text = reply->errorString();
    QVERIFY2(text.contains(QStringLiteral("127.0.0.1:%1").arg(server.port())), qPrintable(text));
    for (const char *internal : {"memory", "Too large", "Recv", "hexadecimal", "HTTP/0.9"})
        QVERIFY2(!text.contains(QLatin1String(internal)), qPrintable(text));
}

void TestCurlReply::reportsRefusal()
{
    TransportRig rig;
    CurlReply *reply = rig.get(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort())));
    QVERIFY(!reply->isFinished()); // nothing is told from inside the call
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::NotConnected);
    QCOMPARE(reply->error(), QNetworkReply::ConnectionRefusedError);
    QCOMPARE(reply->dispatchNs(), -1);
    QVERIFY2(reply->errorString().contains(QStringLiteral("refused")), qPrintable(reply->errorString()));
}

void TestCurlReply::reportsUnknownHost()
{
    TransportRig rig;
    QNetworkRequest request(QUrl(QStringLiteral("http://no-such-host.invalid/")));
    request.setTransferTimeout(8000);
    CurlReply *reply = rig.get(request);
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::NotResolved);
    QCOMPARE(reply->error(), QNetworkReply::HostNotFoundError);
    QVERIFY(reply->errorString().contains(QStringLiteral("no-such-host.invalid:80")));
}

void TestCurlReply::reportsUnsupportedScheme()
{
    TransportRig rig;
    CurlReply *reply = rig.get(QUrl(QStringLiteral("ftp://127.0.0.1/")));
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::NotConnected);
}

void TestCurlReply::aborts()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript().silence(); });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QSignalSpy failed(reply, &QNetworkReply::errorOccurred);
    QTRY_COMPARE(server.posts(), 1);
    reply->abort();
    reply->abort();
    QCOMPARE(finished.count(), 1);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(reply->ending(), Ending::Aborted);
    QCOMPARE(reply->error(), QNetworkReply::OperationCanceledError);
    QVERIFY(reply->endedNs() >= reply->dispatchNs());
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestCurlReply::readsNothingAfterAbort()
{
    LoopbackServer server([](const ServerRequest &) {
        return ServerScript().send(streamHead() + httpChunk("a") + httpChunk("b") + httpChunk("c") + lastHttpChunk);
    });

    class AbortingSink final : public ByteSink {
    public:
        void received(CurlReply &reply, QByteArrayView, qint64) override
        {
            ++calls;
            reply.abort();
        }
        int calls = 0;
    };

    TransportRig rig;
    AbortingSink sink;
    CurlReply *reply = rig.post(server.url());
    reply->setSink(&sink);
    QVERIFY(waitForEnd(*reply));
    QTest::qWait(50);
    QCOMPARE(sink.calls, 1);
    QCOMPARE(reply->ending(), Ending::Aborted);
}

void TestCurlReply::decodesCompressedBody_data()
{
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<qsizetype>("cutTo");
    QTest::addColumn<Ending>("ending");
    QTest::newRow("gzip") << QByteArray("gzip") << qsizetype(-1) << Ending::Complete;
    QTest::newRow("gzip, ended inside") << QByteArray("gzip") << qsizetype(30) << Ending::Cut;
    QTest::newRow("deflate") << QByteArray("deflate") << qsizetype(-1) << Ending::Complete;
}

void TestCurlReply::decodesCompressedBody()
{
    QFETCH(QByteArray, coding);
    QFETCH(qsizetype, cutTo);
    QFETCH(Ending, ending);
    QByteArray text;
    for (int i = 0; i < 100; ++i)
        text += "data: " + QByteArray::number(i * i) + '\n';
    QByteArray wire = qCompress(text).sliced(4);
    if (coding == "gzip") {
        const QByteArray raw = wire.sliced(2, wire.size() - 6);
        quint32 crc = 0xffffffffu;
        for (const char byte : text) {
            crc ^= static_cast<quint8>(byte);
            for (int bit = 0; bit < 8; ++bit)
                crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0u);
        }
        QByteArray tail;
        for (const quint32 word : {~crc, static_cast<quint32>(text.size())}) {
            for (int shift = 0; shift < 32; shift += 8)
                tail.append(static_cast<char>(word >> shift));
        }
        wire = QByteArray::fromHex("1f8b08000000000000ff") + raw + tail;
    }
    if (cutTo >= 0)
        wire.truncate(cutTo);
    LoopbackServer server([&](const ServerRequest &) {
        ServerScript script;
        script.send(streamHead("Content-Encoding: " + coding + "\r\n"));
        for (qsizetype i = 0; i < wire.size(); i += 7)
            script.send(httpChunk(wire.mid(i, 7)));
        return script.send(lastHttpChunk);
    });
    TransportRig rig;
    CurlReply *reply = rig.post(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), ending);
    const QByteArray got = reply->readAll();
    QVERIFY(text.startsWith(got));
    QCOMPARE(got.size() == text.size(), ending == Ending::Complete);
}

void TestCurlReply::stopsDecompressionBomb()
{
    const QByteArray wire = qCompress(QByteArray(64 * 1024 * 1024, '\0'), 9).sliced(4);
    LoopbackServer server([&](const ServerRequest &) {
        return ServerScript().send(wholeResponse(200, wire, "Content-Encoding: deflate\r\n"));
    });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::Malformed);
    QVERIFY(reply->bytesAvailable() <= 32 * 1024 * 1024);
}

void TestCurlReply::ignoresEnvironmentProxy()
{
    qputenv("http_proxy", "http://127.0.0.1:" + QByteArray::number(closedPort()));
    qputenv("no_proxy", "example.org");
    LoopbackServer server([](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); });
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    const bool ended = waitForEnd(*reply);
    qunsetenv("http_proxy");
    qunsetenv("no_proxy");
    QVERIFY(ended);
    QCOMPARE(reply->ending(), Ending::Complete);
}

void TestCurlReply::usesResolvedAddress()
{
    const auto answer = [](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "x")); };
    LoopbackServer v4(answer);
    LoopbackServer v6(answer, {}, LoopbackServer::Family::IPv6);
    TransportRig rig;
    rig.manager->setResolved(QStringLiteral("some-name.invalid"), v4.port(), QHostAddress(QHostAddress::LocalHost));
    rig.manager->setResolved(QStringLiteral("some-name.invalid"), v6.port(), QHostAddress(QHostAddress::LocalHostIPv6));
    for (const LoopbackServer *server : {&v4, &v6}) {
        CurlReply *reply = rig.get(QUrl(QStringLiteral("http://some-name.invalid:%1/").arg(server->port())));
        QVERIFY(waitForEnd(*reply));
        QCOMPARE(reply->ending(), Ending::Complete);
        QCOMPARE(server->requests(), 1);
    }
    rig.manager->setResolved(QStringLiteral("some-name.invalid"), v4.port(), QHostAddress());
    rig.manager->closeKeptConnection();
    CurlReply *reply = rig.get(QUrl(QStringLiteral("http://some-name.invalid:%1/").arg(v4.port())));
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::NotResolved);
}

QTEST_GUILESS_MAIN(TestCurlReply)
#include "tst_curlreply.moc"
