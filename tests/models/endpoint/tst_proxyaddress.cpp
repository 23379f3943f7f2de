// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/proxyaddress.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

/// A proxy's address as people type it.
class TestProxyAddress final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("password");
        const auto row = [](const QString &typed, const QString &shown, const QByteArray &user = {},
                             const QByteArray &password = {}) {
            QTest::newRow(qPrintable(typed)) << typed << shown << user << password;
        };
        row(u"http://proxy:3128"_s, u"http://proxy:3128"_s);
        row(u" HTTP://Proxy.Example:80/ "_s, u"http://proxy.example:80"_s);
        row(u"proxy:3128"_s, u"http://proxy:3128"_s);
        row(u"10.0.0.1:8080"_s, u"http://10.0.0.1:8080"_s);
        row(u"[::1]:3128"_s, u"http://[::1]:3128"_s);
        row(u"socks5://proxy:1080"_s, u"socks5://proxy:1080"_s);
        row(u"socks5h://proxy:1080"_s, u"socks5://proxy:1080"_s);
        row(u"http://bücher.example:1"_s, u"http://xn--bcher-kva.example:1"_s);
        row(u"http://me:word@proxy:3128"_s, u"http://proxy:3128"_s, "me", "word");
        row(u"me@proxy:3128"_s, u"http://proxy:3128"_s, "me");
        row(u"http://m%40e:w%2Fo%3Ar@d@proxy:3128"_s, u"http://proxy:3128"_s, "m@e", "w/o:r@d");
        row(u"http://:only@proxy:3128"_s, u"http://proxy:3128"_s, "", "only");
    }

    void reads()
    {
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, password);
        const auto proxy = ProxyAddress::parse(typed);
        QVERIFY2(proxy, proxy ? "" : qPrintable(proxy.error().message));
        QCOMPARE(proxy->shown(), shown);
        QCOMPARE(proxy->user, user);
        QCOMPARE(proxy->password, password);
        QCOMPARE(proxy->kind == ProxyAddress::Kind::Socks5, shown.startsWith(u"socks5"_s));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const QString &typed, const QString &code, const QString &words) {
            QTest::newRow(name) << typed << code << words;
        };
        row("nothing", u"  "_s, u"proxy.empty"_s, u"http://proxy:3128"_s);
        row("another scheme", u"https://secret:secret@proxy:443"_s, u"proxy.scheme"_s, u"https://"_s);
        row("no port", u"http://secret@proxy"_s, u"proxy.port"_s, u"proxy:3128"_s);
        row("bad port", u"http://secret@proxy:x"_s, u"proxy.port"_s, u"“x”"_s);
        row("port too high", u"proxy:65536"_s, u"proxy.port"_s, u"65535"_s);
        row("no host", u"http://secret@:3128"_s, u"proxy.host"_s, u"proxy"_s);
        row("nothing behind the scheme", u"http://"_s, u"proxy.host"_s, u"proxy"_s);
        row("a path", u"http://proxy:3128/secret"_s, u"proxy.syntax"_s, u"HOST:PORT"_s);
        row("a slash in the password", u"http://me:secret/x@proxy:3128"_s, u"proxy.syntax"_s, u"%2F"_s);
        row("a query", u"http://proxy:3128?secret"_s, u"proxy.syntax"_s, u"HOST:PORT"_s);
        row("a line break in the password", u"http://me:secret%0Ax@proxy:3128"_s, u"proxy.syntax"_s, u"control"_s);
        row("NUL in the user", u"http://secret%00:x@proxy:3128"_s, u"proxy.syntax"_s, u"control"_s);
        row("a blank in the host", u"http://secret@pro xy:3128"_s, u"proxy.syntax"_s, u"character"_s);
    }

    void refuses()
    {
        QFETCH(QString, typed);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const auto proxy = ProxyAddress::parse(typed);
        QVERIFY(!proxy);
        QCOMPARE(proxy.error().code, code);
        QVERIFY2(proxy.error().message.contains(words), qPrintable(proxy.error().message));
        QVERIFY2(!proxy.error().message.contains(u"secret"_s), qPrintable(proxy.error().message));
    }
};

QTEST_GUILESS_MAIN(TestProxyAddress)
#include "tst_proxyaddress.moc"
