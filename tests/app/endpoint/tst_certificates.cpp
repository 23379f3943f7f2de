// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/transferroute.h"
#include "app/endpoint/truststore.h"
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"
#include "tests/servers/tlsfront.h"

#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

using Ending = CurlReply::Ending;
using Route = std::shared_ptr<const TransferRoute>;

namespace {

Route trusting(const TestCertificate &identity)
{
    TransferRoute route;
    route.trustedCertificate = QByteArray::fromHex(identity.sha256().toLatin1());
    return std::make_shared<const TransferRoute>(route);
}

Route withAuthority(const TestCertificate &authority)
{
    TransferRoute route;
    route.authorities = TrustStore::withExtra({authority.certificate});
    return std::make_shared<const TransferRoute>(route);
}

} // namespace

/// Which certificates a request goes out to. The server counts what it received: a refused one gets nothing.
class TestCertificates final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<LoopbackServer>([](const ServerRequest &) { return answer(); });
    }

    void refusesUnlessTrusted_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("fromS");
        QTest::addColumn<int>("toS");
        QTest::addColumn<bool>("knownIssuer");
        QTest::addColumn<QString>("words");
        const QByteArray here("IP:127.0.0.1");
        QTest::newRow("self-signed") << here << -3600 << 3600 << false << u"self-signed certificate"_s;
        QTest::newRow("expired") << here << -7200 << -3600 << true << u"has expired"_s;
        QTest::newRow("not valid yet") << here << 3600 << 7200 << true << u"not yet valid"_s;
        QTest::newRow("another host") << QByteArray("DNS:other.example") << -3600 << 3600 << true
                                      << u"not for this host but for other.example"_s;
    }

    void refusesUnlessTrusted()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, fromS);
        QFETCH(int, toS);
        QFETCH(bool, knownIssuer);
        QFETCH(QString, words);
        const TestCertificate authority = authorityCertificate();
        TestCertificate::Wanted wanted;
        wanted.subjectAltName = name;
        wanted.validFromS = fromS;
        wanted.validToS = toS;
        wanted.issuer = knownIssuer ? &authority : nullptr;
        const TestCertificate identity = TestCertificate::make(wanted);
        const TlsFront front(m_server->port(), identity);
        TransportRig rig;

        const CurlReply *refused = get(rig, front, knownIssuer ? withAuthority(authority) : Route());
        QCOMPARE(refused->ending(), Ending::TlsFailed);
        QVERIFY2(refused->errorString().contains(words), qPrintable(refused->errorString()));
        QCOMPARE(CertificateFacts::of(refused->peerCertificate()).sha256.toHex(), identity.sha256().toLatin1());
        QCOMPARE(m_server->requests(), 0);

        CurlReply *trusted = get(rig, front, trusting(identity));
        QVERIFY2(trusted->ending() == Ending::Complete, qPrintable(trusted->errorString()));
        QCOMPARE(trusted->readAll(), "hello");
        QVERIFY(trusted->peerCertificate().isEmpty());
    }

    void refusesAnotherThanTheTrustedOne()
    {
        const TestCertificate first = localCertificate();
        const TestCertificate second = localCertificate();
        TlsFront front(m_server->port(), first);
        TransportRig rig;
        QCOMPARE(get(rig, front, trusting(first), true)->ending(), Ending::Complete);
        front.changeIdentity(second);
        TransportRig later;
        const CurlReply *refused = get(later, front, trusting(first), true);
        QCOMPARE(refused->ending(), Ending::TlsFailed);
        for (const TestCertificate *one : {&first, &second}) {
            const QString shown = fingerprintText(QByteArray::fromHex(one->sha256().toLatin1()));
            QVERIFY2(refused->errorString().contains(shown), qPrintable(refused->errorString()));
        }
        QCOMPARE(m_server->requests(), 1);
    }

    /// One that is trusted is all that is: a valid one of a known authority is another.
    void trustsTheOneOnly()
    {
        const TestCertificate authority = authorityCertificate();
        const TlsFront front(m_server->port(), localCertificate(&authority));
        TransferRoute route;
        route.authorities = TrustStore::withExtra({authority.certificate});
        route.trustedCertificate = QByteArray(32, 'x');
        TransportRig rig;
        QCOMPARE(get(rig, front, std::make_shared<const TransferRoute>(route))->ending(), Ending::TlsFailed);
        QCOMPARE(get(rig, front, withAuthority(authority))->ending(), Ending::Complete);
    }

    void takesFurtherAuthorities()
    {
        const TestCertificate authority = authorityCertificate();
        const TlsFront front(m_server->port(), localCertificate(&authority));
        TransportRig rig;
        const CurlReply *unknown = get(rig, front, {});
        QCOMPARE(unknown->ending(), Ending::TlsFailed);
        QVERIFY2(unknown->errorString().contains(u"issuer"_s), qPrintable(unknown->errorString()));
        QCOMPARE(get(rig, front, withAuthority(authority))->ending(), Ending::Complete);
        QCOMPARE(get(rig, front, withAuthority(localCertificate()))->ending(), Ending::TlsFailed);
    }

    /// A connection that stands for one reason is not used by a request with another.
    void keepsConnectionsApart()
    {
        const TestCertificate identity = localCertificate();
        const TlsFront front(m_server->port(), identity);
        TransportRig rig;
        const Route route = trusting(identity);
        QCOMPARE(get(rig, front, route)->connects(), 1);
        QCOMPARE(get(rig, front, route)->connects(), 0);
        QCOMPARE(get(rig, front, {})->ending(), Ending::TlsFailed);
        QCOMPARE(get(rig, front, trusting(identity))->connects(), 1);
    }

    /// A kept connection and its certificate outlive the request that opened it.
    void keepsTheConnectionAfterItsRequest()
    {
        const TestCertificate identity = localCertificate();
        const TlsFront front(m_server->port(), identity);
        TransportRig rig;
        {
            const Route route = trusting(identity);
            delete get(rig, front, route);
        }
        QCOMPARE(rig.manager->keptConnectionAlive(), std::optional(true));
    }

    void speaksBothVersions_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("TLS 1.2") << static_cast<int>(TlsFront::Version::Tls12);
        QTest::newRow("TLS 1.3") << static_cast<int>(TlsFront::Version::Tls13);
    }

    void speaksBothVersions()
    {
        QFETCH(int, version);
        const TestCertificate identity = localCertificate();
        const TlsFront front(m_server->port(), identity, static_cast<TlsFront::Version>(version));
        TransportRig rig;
        QCOMPARE(get(rig, front, withAuthority(identity))->ending(), Ending::Complete);
        QCOMPARE(get(rig, front, trusting(identity))->ending(), Ending::Complete);
        QCOMPARE(get(rig, front, trusting(localCertificate()))->ending(), Ending::TlsFailed);
        QCOMPARE(m_server->requests(), 2);
    }

    void saysWhichSchemeIsMeant()
    {
        const TlsFront front(m_server->port(), localCertificate());
        TransportRig rig;
        const CurlReply *plain = rig.get(QUrl(u"http://127.0.0.1:%1/"_s.arg(front.port())));
        QVERIFY(waitForEnd(*plain));
        QVERIFY2(plain->ending() == Ending::Malformed || plain->ending() == Ending::ClosedUnanswered,
            qPrintable(plain->errorString()));
        if (plain->ending() == Ending::Malformed)
            QVERIFY2(plain->errorString().contains(u"https://"_s), qPrintable(plain->errorString()));
        LoopbackServer http([](const ServerRequest &) { return ServerScript(); },
            [](int) { return ServerScript().send("HTTP/1.1 400 Bad Request\r\n\r\n").close(); });
        const CurlReply *secure = rig.get(QUrl(u"https://127.0.0.1:%1/"_s.arg(http.port())));
        QVERIFY(waitForEnd(*secure));
        QCOMPARE(secure->ending(), Ending::TlsFailed);
        QVERIFY2(secure->errorString().contains(u"http://"_s), qPrintable(secure->errorString()));
    }

    void knowsATlsAlert()
    {
        LoopbackServer alerting(
            [](const ServerRequest &) { return ServerScript().send(QByteArray::fromHex("15030100020246")).close(); });
        TransportRig rig;
        const CurlReply *reply = rig.get(alerting.url());
        QVERIFY(waitForEnd(*reply));
        QCOMPARE(reply->ending(), Ending::Malformed);
        QVERIFY2(reply->errorString().contains(u"speaks TLS on this port"_s), qPrintable(reply->errorString()));
    }

private:
    [[nodiscard]] static ServerScript answer() { return ServerScript().send(wholeResponse(200, "hello")); }

    /// Of a finished request.
    static CurlReply *get(TransportRig &rig, const TlsFront &front, const Route &route, bool own = false)
    {
        QNetworkRequest request(QUrl(front.url()));
        setRoute(request, route);
        request.setAttribute(TransportAttribute::ownConnection, own);
        CurlReply *reply = rig.get(request);
        if (!waitForEnd(*reply))
            qFatal("the request does not end");
        return reply;
    }

    std::unique_ptr<LoopbackServer> m_server;
};

QTEST_GUILESS_MAIN(TestCertificates)
#include "tst_certificates.moc"
