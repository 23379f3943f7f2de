// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/authorityfile.h"
#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/endpointsettings.h"
#include "app/endpoint/keyguard.h"
#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/transferroute.h"
#include "tests/servers/testcertificate.h"

#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

EndpointSettings settingsFor(const QString &address)
{
    EndpointSettings settings;
    settings.address = *EndpointAddress::parse(address);
    return settings;
}

} // namespace

/// What a person says of the way to an endpoint, before anything is sent.
class TestEndpointSettings final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usesNoProxyUnlessTold()
    {
        QCOMPARE(EndpointSettings().proxy.from, ProxyChoice::From::None);
        QCOMPARE(ProxyChoice::parse(u"none"_s)->from, ProxyChoice::From::None);
        QCOMPARE(ProxyChoice::parse(u"system"_s)->from, ProxyChoice::From::System);
        const auto given = ProxyChoice::parse(u"proxy:3128"_s);
        QCOMPARE(given->from, ProxyChoice::From::Given);
        QCOMPARE(given->given.shown(), u"http://proxy:3128"_s);
        QCOMPARE(ProxyChoice::parse(u"proxy"_s).error().code, u"proxy.port"_s);
    }

    void checksHeaders_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("code");
        QTest::newRow("plain") << QByteArray("api-key") << QByteArray(" some value ") << QString();
        QTest::newRow("authorization") << QByteArray("Authorization") << QByteArray("Basic eDp5") << QString();
        QTest::newRow("no name") << QByteArray() << QByteArray("hidden") << u"header.name"_s;
        QTest::newRow("a blank") << QByteArray("api key") << QByteArray("hidden") << u"header.name"_s;
        QTest::newRow("a colon") << QByteArray("api-key:") << QByteArray("hidden") << u"header.name"_s;
        QTest::newRow("a line break") << QByteArray("a\r\nb") << QByteArray("hidden") << u"header.name"_s;
        QTest::newRow("long") << QByteArray(101, 'x') << QByteArray("hidden") << u"header.name"_s;
        for (const char *ours : {"Host", "content-length", "Transfer-Encoding", "Expect", "Accept-Encoding",
                 "Connection", "Proxy-Authorization", "Content-Type", "accept"})
            QTest::newRow(ours) << QByteArray(ours) << QByteArray("hidden") << u"header.name"_s;
        QTest::newRow("no value") << QByteArray("x") << QByteArray(" \t") << u"header.value"_s;
        QTest::newRow("two lines") << QByteArray("x") << QByteArray("hidden\r\nHost: evil") << u"header.value"_s;
        QTest::newRow("NUL") << QByteArray("x") << QByteArray("hid\0den", 7) << u"header.value"_s;
        QTest::newRow("not ASCII") << QByteArray("x") << QByteArray("hidden\xe2\x80\x93") << u"header.value"_s;
        QTest::newRow("too long") << QByteArray("x") << QByteArray("hidden") + QByteArray(8192, 'x')
                                  << u"header.value"_s;
    }

    void checksHeaders()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(QString, code);
        const auto header = checkedHeader(name, value);
        QCOMPARE(header ? QString() : header.error().code, code);
        if (header) {
            QCOMPARE(header->value, value.trimmed());
            return;
        }
        QVERIFY2(!header.error().message.contains(u"hid"_s), qPrintable(header.error().message));
        if (name.size() < 20 && !name.isEmpty() && !name.contains('\n'))
            QVERIFY2(header.error().message.contains(QString::fromUtf8(name)), qPrintable(header.error().message));
    }

    void wantsEachHeaderOnce()
    {
        const QList<SecretHeader> headers{{"api-key", "1"}, {"Authorization", "2"}};
        QVERIFY(checkTogether(headers, false));
        QCOMPARE(checkTogether(headers, true).error().code, u"header.authorization"_s);
        QCOMPARE(checkTogether(headers + QList<SecretHeader>{{"API-Key", "3"}}, false).error().code, u"header.twice"_s);
    }

    void knowsWhatIsSecret()
    {
        EndpointSettings settings = settingsFor(u"localhost"_s);
        settings.apiKey = "sk-0123456789";
        settings.headers = {{"Authorization", "Bearer token-in-header"},
            {"Cookie", "session=cookie-in-header; other=more-in-header"},
            {"X-Basic", "Basic " + QByteArray("user-in-header:word-in-header").toBase64()}};
        settings.proxy = *ProxyChoice::parse(u"http://proxy-user:p%40ss-word@proxy:3128"_s);
        const QByteArrayList secrets = settings.secrets();
        for (const char *said : {"sk-0123456789", "token-in-header", "cookie-in-header", "more-in-header",
                 "word-in-header", "proxy-user", "p@ss-word", "p%40ss-word"})
            QCOMPARE(withoutSecrets(QByteArray("<") + said + ">", secrets), QByteArray("<***>"));
        const QByteArray wire = QByteArray("proxy-user:p@ss-word").toBase64();
        QCOMPARE(withoutSecrets(wire, secrets), QByteArray("***"));
        // Every request knows them too.
        const QNetworkRequest request = RequestBuilder::getRequest(settings, settings.address.base, u"/models");
        QCOMPARE(secretsOf(request), secrets);
        QCOMPARE(request.rawHeader("Cookie"), settings.headers[1].value);
    }

    void readsFingerprints_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        const QString plain = u"00112233445566778899aabbccddeeff"_s.repeated(2);
        QTest::newRow("plain") << plain << true;
        QTest::newRow("upper case") << plain.toUpper() << true;
        const QString colons = QString::fromLatin1(QByteArray::fromHex(plain.toLatin1()).toHex(':'));
        QTest::newRow("colons") << colons << true;
        QTest::newRow("as openssl prints it") << u"sha256 Fingerprint="_s + colons.toUpper() << true;
        QTest::newRow("blanks around") << u" \t"_s + plain + u'\n' << true;
        QTest::newRow("one too few") << plain.chopped(1) << false;
        QTest::newRow("one too many") << plain + u'0' << false;
        QTest::newRow("SHA-1") << plain.left(40) << false;
        QTest::newRow("no digits") << QString(plain).replace(0, 1, u'g') << false;
        QTest::newRow("other digits") << QString(plain).replace(0, 1, u'\u0661') << false;
        QTest::newRow("nothing") << QString() << false;
    }

    void readsFingerprints()
    {
        QFETCH(QString, text);
        QFETCH(bool, good);
        const auto bytes = fingerprintFromText(text);
        QCOMPARE(bytes.has_value(), good);
        if (good)
            QCOMPARE(fingerprintText(*bytes).left(8), u"00:11:22"_s);
        else
            QCOMPARE(bytes.error().code, u"certificate.fingerprint"_s);
    }

    void tellsTheFactsOfACertificate()
    {
        TestCertificate::Wanted wanted;
        wanted.subjectAltName = "DNS:a.example,IP:10.1.2.3";
        wanted.commonName = "evil\n\x1b[31m \xe2\x80\xae name";
        const TestCertificate made = TestCertificate::make(wanted);
        const auto facts = CertificateFacts::of(made.certificate.toDer());
        QCOMPARE(facts.sha256.toHex(), made.sha256().toLatin1());
        QVERIFY2(facts.names.contains(u"a.example"_s) && facts.names.contains(u"10.1.2.3"_s), qPrintable(facts.names));
        const QString words = facts.inWords();
        QVERIFY2(!words.contains(u'\n') && !words.contains(u'\x1b') && words.contains(u"evil"_s), qPrintable(words));
        QVERIFY(words.contains(fingerprintText(facts.sha256)));
        const auto nothing = CertificateFacts::of("no certificate");
        QCOMPARE(nothing.sha256.size(), 32);
        QVERIFY(nothing.subject.isEmpty());
    }

    void readsAuthorities()
    {
        const TestCertificate one = localCertificate();
        const TestCertificate two = localCertificate();
        const QByteArray text =
            "# two of them\n" + one.certificate.toPem() + one.key.toPem() + "\r\n" + two.certificate.toPem();
        const auto read = readAuthorities(write(text));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(*read, (QList<QSslCertificate>{one.certificate, two.certificate}));
    }

    void refusesWhatIsNoFileOfAuthorities_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        const QByteArray pem = localCertificate().certificate.toPem();
        QTest::newRow("empty") << QByteArray("") << u"is empty"_s;
        QTest::newRow("white space") << QByteArray(" \n\n") << u"is empty"_s;
        QTest::newRow("text") << QByteArray("hello\n") << u"BEGIN CERTIFICATE"_s;
        QTest::newRow("binary form") << localCertificate().certificate.toDer() << u"-inform der"_s;
        QTest::newRow("a key") << localCertificate().key.toPem() << u"BEGIN CERTIFICATE"_s;
        QTest::newRow("cut off") << pem.first(pem.size() / 2) << u"number 1 is damaged"_s;
        QTest::newRow("the second is damaged")
            << pem + QByteArray(pem).replace("MII", "M!I") << u"number 2 is damaged"_s;
        QTest::newRow("huge") << QByteArray((4 << 20) + 1, '\n') << u"4 MiB"_s;
    }

    void refusesWhatIsNoFileOfAuthorities()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, words);
        const QString path = write(content);
        const auto read = readAuthorities(path);
        QVERIFY(!read);
        QCOMPARE(read.error().code, u"authorities.file"_s);
        QVERIFY2(read.error().message.contains(path) && read.error().message.contains(words),
            qPrintable(read.error().message));
    }

    void namesAFileOfAuthoritiesThatIsNone()
    {
        for (const QString &path : {m_dir.filePath(u"none.pem"_s), m_dir.path()}) {
            const auto read = readAuthorities(path);
            QVERIFY(!read);
            QVERIFY2(read.error().message.contains(path), qPrintable(read.error().message));
        }
        const auto endless = readAuthorities(u"/dev/zero"_s);
        QVERIFY(!endless && endless.error().message.contains(u"4 MiB"_s));
    }

    void picksAddressesByFamily()
    {
        const QHostAddress four(u"192.0.2.1"_s);
        const QHostAddress six(u"2001:db8::1"_s);
        QCOMPARE(addressesOf({six, four}, AddressFamily::Any), (std::vector{six, four}));
        QCOMPARE(addressesOf({six, four}, AddressFamily::IPv4), (std::vector{four}));
        QCOMPARE(addressesOf({six, four}, AddressFamily::IPv6), (std::vector{six}));
        QVERIFY(addressesOf({four}, AddressFamily::IPv6).empty());
    }

    void preparesARoute()
    {
        EndpointSettings settings = settingsFor(u"https://llm.example"_s);
        auto route = TransferRoute::prepare(settings);
        QVERIFY(route && !(*route)->proxy && !(*route)->authorities);
        settings.proxy = *ProxyChoice::parse(u"http://me:word@proxy:3128"_s);
        settings.authorityFile = write(localCertificate().certificate.toPem());
        settings.family = AddressFamily::IPv6;
        settings.headers = {{"api-key", "secret"}};
        route = TransferRoute::prepare(settings);
        QVERIFY(route && (*route)->authorities);
        settings.route = *route;
        const RouteFacts facts = routeFacts(settings);
        QCOMPARE(facts.proxy, u"http://proxy:3128"_s);
        QCOMPARE(facts.familyAsked, u"ipv6"_s);
        QCOMPARE(facts.extraAuthorities, 1);
        QCOMPARE(facts.customHeaders, QStringList{u"api-key"_s});
        const QNetworkRequest request = RequestBuilder::getRequest(settings, settings.address.base, u"/models");
        QCOMPARE(hopOf(request).host, u"proxy"_s);
        QCOMPARE(hopOf(request).port, quint16(3128));
    }

    void refusesARouteThatCannotBe()
    {
        EndpointSettings settings = settingsFor(u"http://llm.example"_s);
        settings.trustedCertificate = QByteArray(32, 'x');
        QCOMPARE(TransferRoute::prepare(settings).error().code, u"certificate.scheme"_s);
        settings = settingsFor(u"https://llm.example"_s);
        settings.authorityFile = m_dir.filePath(u"none.pem"_s);
        QCOMPARE(TransferRoute::prepare(settings).error().code, u"authorities.file"_s);
    }

    void asksTheSystemOnlyWhenTold()
    {
        qputenv("http_proxy", "http://env-user:env-word@env-proxy.example:3128");
        EndpointSettings settings = settingsFor(u"http://llm.example"_s);
        QVERIFY(!(*TransferRoute::prepare(settings))->proxy);
        settings.proxy.from = ProxyChoice::From::System;
        const auto route = *TransferRoute::prepare(settings);
        QVERIFY(route->proxy && route->proxyOfSystem);
        QCOMPARE(route->proxy->shown(), u"http://env-proxy.example:3128"_s);
        settings.route = route;
        QVERIFY(settings.secrets().contains("env-word"));
        // This machine itself is never reached through another.
        for (const QString &loopback : {u"http://127.0.0.1:8080"_s, u"localhost:8080"_s, u"http://[::1]:8080"_s}) {
            settings = settingsFor(loopback);
            settings.proxy.from = ProxyChoice::From::System;
            QVERIFY(!(*TransferRoute::prepare(settings))->proxy);
        }
        qunsetenv("http_proxy");
    }

private:
    [[nodiscard]] QString write(const QByteArray &content)
    {
        const QString path = m_dir.filePath(u"file-%1.pem"_s.arg(++m_files));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write");
        return path;
    }

    QTemporaryDir m_dir;
    int m_files = 0;
};

QTEST_GUILESS_MAIN(TestEndpointSettings)
#include "tst_endpointsettings.moc"
