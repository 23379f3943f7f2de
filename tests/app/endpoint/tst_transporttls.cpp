// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"
#include "tests/servers/testcertificate.h"

#include <QSslConfiguration>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;

using Ending = CurlReply::Ending;

namespace {

/// Answers each request in full and keeps the connection.
class TlsServer final {
public:
    explicit TlsServer(const TestCertificate &identity)
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(identity.certificate);
        configuration.setPrivateKey(identity.key);
        m_server.setSslConfiguration(configuration);
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::pendingConnectionAvailable, &m_server, [this] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                if (socket->readAll().contains("\r\n\r\n"))
                    socket->write(wholeResponse(200, "secret"));
            });
        });
    }

    [[nodiscard]] QUrl url(const QString &host = QStringLiteral("127.0.0.1")) const
    {
        return QUrl(QStringLiteral("https://%1:%2/").arg(host).arg(m_server.serverPort()));
    }

private:
    QSslServer m_server;
};

} // namespace

/// Which servers https trusts. The process's trust store is made once, at the first request.
class TestTransportTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trustsDefaultAuthorities();
    void refusesUnknownAuthority();
    void refusesOtherHost();
    void refusesPlainServer();

private:
    TestCertificate m_trusted;
};

void TestTransportTls::initTestCase()
{
    m_trusted = TestCertificate::make("IP:127.0.0.1");
    QVERIFY(!m_trusted.certificate.isNull() && !m_trusted.key.isNull());
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({m_trusted.certificate});
    QSslConfiguration::setDefaultConfiguration(configuration);
}

void TestTransportTls::trustsDefaultAuthorities()
{
    const TlsServer server(m_trusted);
    TransportRig rig;
    for (const int connects : {1, 0}) {
        CurlReply *reply = rig.get(server.url());
        QVERIFY(waitForEnd(*reply));
        QVERIFY2(reply->ending() == Ending::Complete, qPrintable(reply->errorString()));
        QCOMPARE(reply->readAll(), "secret");
        QCOMPARE(reply->connects(), connects);
        QVERIFY(reply->dispatchNs() > reply->startedNs());
        QCOMPARE(rig.manager->keptConnectionAlive(), std::optional(true));
    }
}

void TestTransportTls::refusesUnknownAuthority()
{
    const TlsServer server(TestCertificate::make("IP:127.0.0.1"));
    TransportRig rig;
    CurlReply *reply = rig.get(server.url());
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::TlsFailed);
    QCOMPARE(reply->error(), QNetworkReply::SslHandshakeFailedError);
    QCOMPARE(reply->dispatchNs(), -1);
    QVERIFY2(reply->errorString().contains(QStringLiteral("self-signed")), qPrintable(reply->errorString()));
    QVERIFY(reply->errorString().contains(QStringLiteral("127.0.0.1:%1").arg(server.url().port())));
}

void TestTransportTls::refusesOtherHost()
{
    const TlsServer server(m_trusted);
    TransportRig rig;
    rig.manager->setResolved(QStringLiteral("other.invalid"), static_cast<quint16>(server.url().port()),
        QHostAddress(QHostAddress::LocalHost));
    CurlReply *reply = rig.get(server.url(QStringLiteral("other.invalid")));
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::TlsFailed);
    QVERIFY2(reply->errorString().contains(QStringLiteral("other.invalid")), qPrintable(reply->errorString()));
}

void TestTransportTls::refusesPlainServer()
{
    LoopbackServer server([](const ServerRequest &) { return ServerScript(); },
        [](int) { return ServerScript().send("HTTP/1.1 400 Bad Request\r\n\r\n").close(); });
    QUrl url = server.url();
    url.setScheme(QStringLiteral("https"));
    TransportRig rig;
    CurlReply *reply = rig.get(url);
    QVERIFY(waitForEnd(*reply));
    QCOMPARE(reply->ending(), Ending::TlsFailed);
    QVERIFY2(reply->errorString().contains(QStringLiteral("wrong version number")), qPrintable(reply->errorString()));
}

QTEST_GUILESS_MAIN(TestTransportTls)
#include "tst_transporttls.moc"
