// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/transferroute.h"
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"
#include "tests/servers/proxyserver.h"
#include "tests/servers/tlsfront.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

using Ending = CurlReply::Ending;

namespace {

std::shared_ptr<TransferRoute> through(const QString &proxy)
{
    auto route = std::make_shared<TransferRoute>();
    route->proxy = *ProxyAddress::parse(proxy);
    return route;
}

} // namespace

/// Requests through a proxy, and through none.
class TestProxies final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<LoopbackServer>(
            [](const ServerRequest &) { return ServerScript().send(wholeResponse(200, "hello")); });
    }

    void asksForWholeUrls()
    {
        const ProxyServer proxy({.names = {{"only-here.invalid", m_server->port()}}});
        TransportRig rig;
        const auto route = through(proxy.url());
        const QUrl url(u"http://only-here.invalid:8080/v1/x?y=z"_s);
        for (const int connects : {1, 0}) {
            CurlReply *reply = post(rig, url, route);
            QVERIFY2(reply->ending() == Ending::Complete, qPrintable(reply->errorString()));
            QCOMPARE(reply->readAll(), "hello");
            QCOMPARE(reply->connects(), connects);
        }
        QCOMPARE(proxy.told().size(), 2);
        QVERIFY2(proxy.told().first().startsWith("POST http://only-here.invalid:8080/v1/x?y=z HTTP/1.1"),
            proxy.told().first().constData());
        const ServerRequest received = m_server->received().front();
        QCOMPARE(received.target, "/v1/x?y=z");
        QVERIFY(received.head.contains("Authorization: Bearer server-secret"));
    }

    void tunnelsHttps()
    {
        TestCertificate identity = TestCertificate::make("DNS:only-here.invalid");
        const TlsFront front(m_server->port(), identity);
        const ProxyServer proxy({.names = {{"only-here.invalid", front.port()}}});
        TransportRig rig;
        const auto route = through(proxy.url());
        const QUrl url(u"https://only-here.invalid/v1/x"_s);
        QCOMPARE(post(rig, url, route)->ending(), Ending::TlsFailed); // by the server's certificate
        QCOMPARE(m_server->requests(), 0);
        route->trustedCertificate = QByteArray::fromHex(identity.sha256().toLatin1());
        const auto trusting = std::make_shared<TransferRoute>(*route);
        for (const int connects : {1, 0}) {
            CurlReply *reply = post(rig, url, trusting);
            QVERIFY2(reply->ending() == Ending::Complete, qPrintable(reply->errorString()));
            QCOMPARE(reply->connects(), connects);
            QVERIFY(reply->dispatchNs() >= reply->startedNs());
        }
        for (const QByteArray &head : proxy.told()) {
            QVERIFY2(head.startsWith("CONNECT only-here.invalid:443 HTTP/1.1\r\n"), head.constData());
            QVERIFY2(!head.contains("server-secret"), "the key is not for the proxy");
        }
        QVERIFY(m_server->received().front().head.contains("Authorization: Bearer server-secret"));
    }

    void givesNameAndPassword_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::newRow("http") << u"http"_s;
        QTest::newRow("socks5") << u"socks5"_s;
    }

    void givesNameAndPassword()
    {
        QFETCH(QString, scheme);
        const ProxyServer proxy({.credentials = "me@home:w/rd", .names = {{"only-here.invalid", m_server->port()}}});
        TransportRig rig;
        const QUrl url(u"http://only-here.invalid/"_s);
        CurlReply *reply = post(rig, url, through(proxy.url(u"me%40home:w%2Frd"_s, scheme)));
        QVERIFY2(reply->ending() == Ending::Complete, qPrintable(reply->errorString()));
        QVERIFY(!m_server->received().front().head.contains("Proxy-Authorization"));
        for (const QString &wrong : {QString(), u"me%40home:other"_s}) {
            reply = post(rig, url, through(proxy.url(wrong, scheme)));
            refused(*reply, proxy);
            QVERIFY(!reply->errorString().contains(u"other"_s));
        }
        QCOMPARE(m_server->requests(), 1);
    }

    void tellsAWantedPasswordFromAWrongOne()
    {
        const ProxyServer proxy({.credentials = "me:word"});
        TransportRig rig;
        for (const QString &address : {u"http://llm.example/"_s, u"https://llm.example/"_s}) {
            refused(*post(rig, QUrl(address), through(proxy.url())), proxy, u"wants a user name and a password"_s);
            refused(*post(rig, QUrl(address), through(proxy.url(u"me:wrong"_s))), proxy,
                u"does not accept this user name and password"_s);
        }
    }

    void saysThatTheProxyRefuses_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("words");
        QTest::newRow("forbidden") << 403 << u"refuses to connect to llm.example:443"_s;
        QTest::newRow("no such place") << 0 << u"has no connection to llm.example:443"_s;
        QTest::newRow("down") << 503 << u"has no connection to llm.example:443"_s;
    }

    void saysThatTheProxyRefuses()
    {
        QFETCH(int, status);
        QFETCH(QString, words);
        const ProxyServer proxy({.refusal = status});
        TransportRig rig;
        refused(*post(rig, QUrl(u"https://llm.example/"_s), through(proxy.url())), proxy, words);
    }

    /// Where it reads the requests, its status cannot be told from the server's.
    void leavesAStatusInTheClearToTheReader()
    {
        const ProxyServer proxy({.refusal = 403});
        TransportRig rig;
        CurlReply *reply = post(rig, QUrl(u"http://llm.example/"_s), through(proxy.url()));
        QCOMPARE(reply->ending(), Ending::Complete);
        QCOMPARE(reply->httpStatus(), 403);
    }

    void saysThatTheProxyIsNotThere()
    {
        TransportRig rig;
        const QString closed = u"http://127.0.0.1:%1"_s.arg(closedPort());
        for (const QString &address : {u"http://llm.example/"_s, u"https://llm.example/"_s}) {
            const QString text = failure(*post(rig, QUrl(address), through(closed)));
            QVERIFY2(text.contains(u"No connection to the proxy "_s + closed), qPrintable(text));
            const QString unknown = failure(*post(rig, QUrl(address), through(u"http://no-proxy.invalid:1"_s)));
            QVERIFY2(unknown.contains(u"http://no-proxy.invalid:1"_s), qPrintable(unknown));
        }
    }

    void saysThatTheProxyHangsUp()
    {
        const ProxyServer proxy({.hangsUp = true});
        TransportRig rig;
        refused(*post(rig, QUrl(u"https://llm.example/"_s), through(proxy.url())), proxy, u"ended the connection"_s);
        refused(*post(rig, QUrl(u"http://llm.example/"_s), through(proxy.url({}, u"socks5"_s))), proxy);
    }

    void letsASocksProxyLookUpNames()
    {
        const ProxyServer proxy({.names = {{"only-here.invalid", m_server->port()}}});
        TransportRig rig;
        CurlReply *reply = post(rig, QUrl(u"http://only-here.invalid:81/"_s), through(proxy.url({}, u"socks5"_s)));
        QVERIFY2(reply->ending() == Ending::Complete, qPrintable(reply->errorString()));
        QCOMPARE(proxy.told(), QByteArrayList{"SOCKS5 only-here.invalid:81"});
        refused(*post(rig, QUrl(u"http://nowhere.invalid/"_s), through(proxy.url({}, u"socks5"_s))), proxy);
    }

    void goesStraightWhateverTheEnvironmentSays()
    {
        const ProxyServer proxy({});
        for (const char *name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
            qputenv(name, proxy.url().toLatin1());
        TransportRig rig;
        QCOMPARE(post(rig, m_server->url(), {})->ending(), Ending::Complete);
        QCOMPARE(post(rig, m_server->url(), std::make_shared<TransferRoute>())->ending(), Ending::Complete);
        QCOMPARE(proxy.connections(), 0);
        // A proxy that was named is used, whatever exceptions stand there.
        qputenv("no_proxy", "*");
        qputenv("NO_PROXY", "127.0.0.1,localhost");
        QCOMPARE(post(rig, m_server->url(), through(proxy.url()))->ending(), Ending::Complete);
        QCOMPARE(proxy.connections(), 1);
        for (const char *name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                 "no_proxy", "NO_PROXY"})
            qunsetenv(name);
    }

private:
    /// A finished one that carries a key.
    static CurlReply *post(TransportRig &rig, const QUrl &url, const std::shared_ptr<const TransferRoute> &route)
    {
        QNetworkRequest request(url);
        request.setRawHeader("Authorization", "Bearer server-secret");
        setRoute(request, route);
        CurlReply *reply = rig.post(request);
        if (!waitForEnd(*reply))
            qFatal("the request does not end");
        return reply;
    }

    [[nodiscard]] static QString failure(const CurlReply &reply)
    {
        return reply.ending() == Ending::ProxyFailed ? reply.errorString() : QString();
    }

    static void refused(const CurlReply &reply, const ProxyServer &proxy, const QString &words = {})
    {
        const QString place = u"127.0.0.1:%1"_s.arg(proxy.port());
        QVERIFY2(reply.ending() == Ending::ProxyFailed, qPrintable(reply.errorString()));
        QVERIFY2(reply.errorString().contains(place), qPrintable(reply.errorString()));
        QVERIFY2(reply.errorString().contains(words), qPrintable(reply.errorString()));
    }

    std::unique_ptr<LoopbackServer> m_server;
};

QTEST_GUILESS_MAIN(TestProxies)
#include "tst_proxies.moc"
