// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/endpointaddress.h"

#include <QTest>

using namespace streamgauge;

class tst_EndpointAddress final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bases_data();
    void bases();
    void places_data();
    void places();
    void refused_data();
    void refused();
    void shown_data();
    void shown();
    void saysWhenUserInfoWasLeftOut();
    void urls();
};

void tst_EndpointAddress::bases_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("other");
    const auto row = [](const char *typed, const char *base, const char *other) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(base) << QString::fromUtf8(other);
    };
    row("http://localhost:8000/v1", "http://localhost:8000/v1", "");
    row("http://localhost:8000", "http://localhost:8000/v1", "http://localhost:8000");
    row("http://localhost:8000/", "http://localhost:8000/v1", "http://localhost:8000");
    row("  http://localhost:8000/v1///  ", "http://localhost:8000/v1", "");
    row("\t\u00a0http://localhost:8000/v1\n", "http://localhost:8000/v1", "");
    row("HTTP://LocalHost:8000/v1", "http://localhost:8000/v1", "");
    row("https://h.example/v1/chat/completions", "https://h.example/v1", "");
    row("https://h.example/v1/chat/completions/", "https://h.example/v1", "");
    row("https://h.example/chat/completions", "https://h.example/v1", "https://h.example");
    row("https://h.example/v1/models", "https://h.example/v1", "");
    row("https://h.example/models/", "https://h.example/v1", "https://h.example");
    row("https://h.example//v1//", "https://h.example/v1", "");
    // Version segments are taken as they are, whatever stands before them.
    row("https://h.example/openai/v1", "https://h.example/openai/v1", "");
    row("https://h.example/v1beta/openai/", "https://h.example/v1beta/openai", "");
    row("https://h.example/v1beta", "https://h.example/v1beta", "");
    row("https://h.example/api/paas/v4", "https://h.example/api/paas/v4", "");
    row("https://h.example/V1", "https://h.example/V1", "");
    row("https://h.example/v2alpha3", "https://h.example/v2alpha3", "");
    row("https://h.example/version1", "https://h.example/version1/v1", "https://h.example/version1");
    row("https://h.example/v", "https://h.example/v/v1", "https://h.example/v");
    row("https://h.example/v1/extra", "https://h.example/v1/extra/v1", "https://h.example/v1/extra");
    row("https://h.example/api/chat", "https://h.example/api/chat/v1", "https://h.example/api/chat");
    // A query stays behind the path, a fragment does not.
    row("https://h.example/openai/deployments/m?api-version=2024-10-21#x",
        "https://h.example/openai/deployments/m/v1?api-version=2024-10-21",
        "https://h.example/openai/deployments/m?api-version=2024-10-21");
    row("https://h.example/v1/chat/completions?a=b%2Fc", "https://h.example/v1?a=b%2Fc", "");
    row("https://h.example?a=1", "https://h.example/v1?a=1", "https://h.example?a=1");
    row("https://h.example/a%20b/v1", "https://h.example/a%20b/v1", "");
    row("https://user:secret@h.example/v1", "https://h.example/v1", "");
    row("http://api.openai.com@evil.example/v1", "http://evil.example/v1", "");
    // Without a scheme: http where nothing leaves the building, https elsewhere.
    row("localhost:8000", "http://localhost:8000/v1", "http://localhost:8000");
    row("localhost", "http://localhost/v1", "http://localhost");
    row("gpu-box:8000/v1", "http://gpu-box:8000/v1", "");
    row("127.0.0.1:8080", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080");
    row("192.168.1.20:8080", "http://192.168.1.20:8080/v1", "http://192.168.1.20:8080");
    row("api.example.com/v1", "https://api.example.com/v1", "");
    row("8.8.8.8/v1", "https://8.8.8.8/v1", "");
    row("//api.example.com/v1", "https://api.example.com/v1", "");
    row("user@api.example.com/v1", "https://api.example.com/v1", "");
    // IPv6, with and without brackets.
    row("http://[::1]:8080/v1", "http://[::1]:8080/v1", "");
    row("[::1]:8080", "http://[::1]:8080/v1", "http://[::1]:8080");
    row("::1", "http://[::1]/v1", "http://[::1]");
    row("http://[2001:DB8::0001]/v1", "http://[2001:db8::1]/v1", "");
    row("fd00::5", "http://[fd00::5]/v1", "http://[fd00::5]");
    row("2001:4860:4860::8888", "https://[2001:4860:4860::8888]/v1", "https://[2001:4860:4860::8888]");
    row("http://bücher.example/v1", "http://xn--bcher-kva.example/v1", "");
}

void tst_EndpointAddress::bases()
{
    QFETCH(QString, typed);
    QFETCH(QString, base);
    QFETCH(QString, other);
    const auto address = EndpointAddress::parse(typed);
    QVERIFY2(address, qPrintable(address ? QString() : address.error().message));
    QCOMPARE(address->base.toString(QUrl::FullyEncoded), base);
    QCOMPARE(address->otherBase.toString(QUrl::FullyEncoded), other);
    QVERIFY(address->base.userInfo().isEmpty());
}

void tst_EndpointAddress::places_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("loopback");
    QTest::addColumn<bool>("privateHost");
    const auto row = [](const char *typed, const char *host, bool loopback, bool privateHost) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(host) << loopback << privateHost;
    };
    row("http://localhost:1/v1", "localhost", true, true);
    row("http://LOCALHOST./v1", "localhost.", true, true);
    row("http://api.localhost/v1", "api.localhost", true, true);
    row("http://127.0.0.1/v1", "127.0.0.1", true, true);
    row("http://127.255.0.9/v1", "127.255.0.9", true, true);
    row("http://127.1/v1", "127.0.0.1", true, true);
    row("http://2130706433/v1", "127.0.0.1", true, true);
    row("http://[::1]/v1", "::1", true, true);
    row("http://[::ffff:127.0.0.1]/v1", "::ffff:127.0.0.1", true, true);
    row("http://0.0.0.0:8000/v1", "0.0.0.0", false, true);
    row("http://10.0.0.1/v1", "10.0.0.1", false, true);
    row("http://172.16.0.1/v1", "172.16.0.1", false, true);
    row("http://172.31.255.1/v1", "172.31.255.1", false, true);
    row("http://192.168.0.1/v1", "192.168.0.1", false, true);
    row("http://169.254.1.1/v1", "169.254.1.1", false, true);
    row("http://100.64.0.1/v1", "100.64.0.1", false, true);
    row("http://[fe80::1]/v1", "fe80::1", false, true);
    row("http://[fdff::1]/v1", "fdff::1", false, true);
    row("http://box/v1", "box", false, true);
    row("http://11.0.0.1/v1", "11.0.0.1", false, false);
    row("http://172.32.0.1/v1", "172.32.0.1", false, false);
    row("http://192.169.0.1/v1", "192.169.0.1", false, false);
    row("http://100.128.0.1/v1", "100.128.0.1", false, false);
    row("http://128.0.0.1/v1", "128.0.0.1", false, false);
    row("http://[2001:db8::1]/v1", "2001:db8::1", false, false);
    row("http://[::ffff:8.8.8.8]/v1", "::ffff:8.8.8.8", false, false);
    row("http://example.com/v1", "example.com", false, false);
    row("http://localhost.example.com/v1", "localhost.example.com", false, false);
    row("http://127.0.0.1.example.com/v1", "127.0.0.1.example.com", false, false);
    row("http://notlocalhost.com/v1", "notlocalhost.com", false, false);
}

void tst_EndpointAddress::places()
{
    QFETCH(QString, typed);
    QFETCH(QString, host);
    QFETCH(bool, loopback);
    QFETCH(bool, privateHost);
    const auto address = EndpointAddress::parse(typed);
    QVERIFY2(address, qPrintable(address ? QString() : address.error().message));
    QCOMPARE(address->host, host);
    QCOMPARE(address->loopback, loopback);
    QCOMPARE(address->privateHost, privateHost);
}

void tst_EndpointAddress::refused_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const QString &typed, const char *code, const char *named) {
        QTest::newRow(name) << typed << QString::fromLatin1(code) << QString::fromUtf8(named);
    };
    const auto typed = [](const char *text) { return QString::fromUtf8(text); };
    row("nothing", {}, "address.empty", "http://");
    row("white space", typed(" \t\n "), "address.empty", "http://");
    row("another scheme", typed("ftp://h/v1"), "address.scheme", "ftp");
    row("a script", typed("javascript://h/v1"), "address.scheme", "javascript");
    row("a scheme with a slip in it", typed("htp:/foo"), "address.syntax", "“htp:/foo” begins neither");
    row("a host with a colon and no port", typed("localhost:/v1"), "address.syntax", "localhost:/v1");
    row("a slip before a password", typed("http:user:secret@h"), "address.syntax", "http://HOST");
    row("a password with a slash", typed("http://user:secret/x@h/v1"), "address.syntax", "API key");
    row("a password with a question mark", typed("http://user:secret?@h/v1"), "address.syntax", "API key");
    row("a password with a fence", typed("http://user:secret#@h/v1"), "address.syntax", "API key");
    row("a password with @ and slash", typed("http://user:a@b/secret@h/v1"), "address.syntax", "API key");
    row("a slip before a query", typed("http:/h/v1?key=secret"), "address.syntax", "http:/h/v1");
    row("a file", typed("file:///etc/passwd"), "address.scheme", "file");
    row("half a scheme", typed("http:h/v1"), "address.syntax", "http:h/v1");
    row("one slash", typed("https:/h/v1"), "address.syntax", "https:/h/v1");
    row("text behind it", typed("http://h/v1 (my server)"), "address.syntax", "position 12");
    row("a line break inside", typed("http://h\n/v1"), "address.syntax", "position 9");
    row("a header smuggled in", typed("http://h/v1\r\nX: y"), "address.syntax", "position 12");
    row("a zero byte", QStringLiteral("http://h/v1") + QChar(u'\0') + u'x', "address.syntax", "position 12");
    row("an invisible character", typed("http://h\u200b.example/v1"), "address.syntax", "position 9");
    row("angle brackets", typed("<http://h/v1>"), "address.syntax", "position 1");
    row("quotes", typed("\"http://h/v1\""), "address.syntax", "position 1");
    row("a Windows path", typed("C:\\models\\x"), "address.syntax", "position 3");
    row("no host", typed("http://"), "address.host", "");
    row("no host, a path", typed("http:///v1"), "address.host", "");
    row("no host, a port", typed("http://:8000/v1"), "address.host", "");
    row("only userinfo", typed("http://user:secret@/v1"), "address.host", "");
    row("a host with bad characters", typed("http://a_b!*^/v1"), "address.host", "a_b!*^");
    row("open brackets", typed("http://[::1/v1"), "address.host", "[::1");
    row("no address in brackets", typed("http://[localhost]/v1"), "address.host", "[localhost]");
    row("junk behind brackets", typed("http://[::1]8080/v1"), "address.host", "8080");
    row("port 0", typed("http://h:0/v1"), "address.port", "0");
    row("port 65536", typed("http://h:65536/v1"), "address.port", "65536");
    row("port empty", typed("http://h:/v1"), "address.port", "“h:”");
    row("port of letters", typed("http://h:http/v1"), "address.port", "http");
    row("port negative", typed("http://h:-1/v1"), "address.port", "-1");
    row("port in other digits", typed("http://h:\u0668\u0660/v1"), "address.port", "\u0668\u0660");
    row("port without end", QStringLiteral("http://h:") + QString(100'000, u'1'), "address.port", "1");
    row("host without end", QStringLiteral("http://") + QString(100'000, u'a') + u"/v1", "address.host", "a");
}

void tst_EndpointAddress::refused()
{
    QFETCH(QString, typed);
    QFETCH(QString, code);
    QFETCH(QString, named);
    const auto address = EndpointAddress::parse(typed);
    QVERIFY(!address);
    QCOMPARE(address.error().code, code);
    QVERIFY2(address.error().message.contains(named), qPrintable(address.error().message));
    QVERIFY(!address.error().message.contains(QStringLiteral("secret")));
    QVERIFY2(address.error().message.size() < 400, qPrintable(address.error().message));
}

void tst_EndpointAddress::shown_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *typed, const char *shown) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(shown);
    };
    row("localhost:8000", "http://localhost:8000");
    row("localhost:8000/v1/", "http://localhost:8000/v1");
    row("https://user:secret@h.example/v1", "https://h.example/v1");
    row("https://h.example/v1?api-version=7&key=secret", "https://h.example/v1?api-version=…&key=…");
    row("https://h.example/v1?secret", "https://h.example/v1?…");
    row("https://h.example/v1#secret", "https://h.example/v1");
}

void tst_EndpointAddress::shown()
{
    QFETCH(QString, typed);
    QFETCH(QString, shown);
    const auto address = EndpointAddress::parse(typed);
    QVERIFY(address);
    QCOMPARE(address->shown, shown);
}

void tst_EndpointAddress::saysWhenUserInfoWasLeftOut()
{
    for (const char *typed :
        {"http://user:secret@h/v1", "user@h.example", "http://:secret@[::1]:8080", "http://u@h@x/v1"})
        QVERIFY2(EndpointAddress::parse(QString::fromUtf8(typed))->userInfoLeftOut, typed);
    for (const char *typed :
        {"http://h/v1", "http://@h/v1", "http://h/@cf/v1", "http://h/v1?mail=a@b", "localhost:8000"})
        QVERIFY2(!EndpointAddress::parse(QString::fromUtf8(typed))->userInfoLeftOut, typed);
    QVERIFY(EndpointAddress::userInfoNote().contains(QStringLiteral("--api-key-env")));
}

void tst_EndpointAddress::urls()
{
    const QUrl plain(QStringLiteral("https://h.example/v1"));
    QCOMPARE(
        endpointUrl(plain, u"/chat/completions").toString(), QStringLiteral("https://h.example/v1/chat/completions"));
    QCOMPARE(endpointUrl(plain, u"models").toString(), QStringLiteral("https://h.example/v1/models"));
    const QUrl asked(QStringLiteral("https://h.example/a%20b/?api-version=1%2F2"));
    QCOMPARE(endpointUrl(asked, u"/models").toString(QUrl::FullyEncoded),
        QStringLiteral("https://h.example/a%20b/models?api-version=1%2F2"));
    QCOMPARE(endpointUrl(QUrl(QStringLiteral("http://[::1]:80")), u"/models").toString(),
        QStringLiteral("http://[::1]:80/models"));
}

QTEST_APPLESS_MAIN(tst_EndpointAddress)
#include "tst_endpointaddress.moc"
