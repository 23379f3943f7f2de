// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/errorkind.h"
#include "models/endpoint/serverwords.h"

#include <QTest>

using namespace streamgauge;

class tst_ServerWords final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
    void longTextIsCut();
    void errorKindNames();
};

void tst_ServerWords::words_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &body, const char *words) {
        QTest::newRow(name) << body << QString::fromUtf8(words);
    };
    row("OpenAI's shape", R"({"error":{"message":"too long","type":"x","param":null,"code":"y"}})", "too long");
    row("old vLLM's and Mistral's", R"({"object":"error","message":"too long","code":400})", "too long");
    row("FastAPI's text", R"({"detail":"Not Found"})", "Not Found");
    row("FastAPI's list", R"({"detail":[{"loc":["body","ignore_eos"],"msg":"Extra inputs"}]})",
        R"({"detail":[{"loc":["body","ignore_eos"],"msg":"Extra inputs"}]})");
    row("TGI's", R"({"error":"overloaded","error_type":"overloaded"})", "overloaded");
    row("Cloudflare's", R"({"success":false,"errors":[{"code":7,"message":"no route"}]})", "no route");
    row("Gemini's array", R"([{"error":{"code":400,"message":"Unknown name"}}])", "Unknown name");
    row("message goes before error", R"({"error":"Bad Request","message":"model is missing"})", "model is missing");
    row("the outer message goes first", R"({"a":{"message":"inner"},"message":"outer"})", "outer");
    row("empty ones are passed over", R"({"message":"","error":{"message":"here"}})", "here");
    row("a bare string", R"("lost")", "lost");
    row("JSON without words", R"({"code":7})", R"({"code":7})");
    row("a web page", "<html>\r\n<h1>502 Bad  Gateway</h1>\r\n</html>\r\n", "<html> <h1>502 Bad Gateway</h1> </html>");
    row("plain text", "Invalid host header", "Invalid host header");
    row("nothing", "", "");
    row("control and direction characters",
        "a\x1b[31mb\xE2\x80\xAE"
        "c",
        "a\\x1b[31mb\\x202ec");
    row("bytes that are no UTF-8",
        "a\xFF"
        "b",
        "a\uFFFDb");
    row("half a character",
        "a\xE2\x82"
        "b",
        "a\uFFFDb");
    row("half a character in JSON",
        "{\"message\":\"a\xE2\x82"
        "b\"}",
        "a\uFFFDb");
    row("JSON that stops short", R"({"error":{"message":"too)", R"({"error":{"message":"too)");
}

void tst_ServerWords::words()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    QCOMPARE(serverWords(body), words);
}

void tst_ServerWords::longTextIsCut()
{
    const QString cut = serverWords(QByteArray(64 * 1024, 'x'));
    QCOMPARE(cut, QString(500, u'x') + u'…');
    const QByteArray told = "{\"message\":\"" + QByteArray(1000, 'y') + "\"}";
    QCOMPARE(serverWords(told), QString(500, u'y') + u'…');
    // No half of a character is left in front of the ellipsis.
    QCOMPARE(plainExcerpt(QStringLiteral("ab\U0001F680cd"), 3), QStringLiteral("ab…"));
    QCOMPARE(plainName(QString(1'000'000, u'm')), QString(80, u'm') + u'…');
    QCOMPARE(plainLines(u"a  b\u2009c\nd"), QStringLiteral("a  b\u2009c\nd"));
    QCOMPARE(plainLines(u"a\u202e\u2066\tb\x1b"), QStringLiteral("a\\x202e\\x2066\\x09b\\x1b"));
    QCOMPARE(plainLines(QStringLiteral("ab\U0001F680cd"), 3), QStringLiteral("ab…"));
    QCOMPARE(plainLines(QString(1'000'000, u'x')).size(), 4001);
    QCOMPARE(plainName(u"a\u202eb\nc"), QStringLiteral("a\\x202eb c"));
    QCOMPARE(plainExcerpt(QStringLiteral("abc"), 3), QStringLiteral("abc"));
    QCOMPARE(plainExcerpt(QStringLiteral("abc  \n"), 3), QStringLiteral("abc"));
}

void tst_ServerWords::errorKindNames()
{
    const QList<QString> names{QStringLiteral("http_status"), QStringLiteral("connection"), QStringLiteral("tls"),
        QStringLiteral("timeout"), QStringLiteral("error_event"), QStringLiteral("malformed_stream"),
        QStringLiteral("ended_early"), QStringLiteral("empty_completion"), QStringLiteral("cancelled")};
    for (const QString &name : names) {
        const auto kind = errorKindFromName(name);
        QVERIFY(kind);
        QCOMPARE(errorKindName(*kind), name);
    }
    QVERIFY(!errorKindFromName(u"finish_reason"));
    QVERIFY(!errorKindFromName(u""));
}

QTEST_APPLESS_MAIN(tst_ServerWords)
#include "tst_serverwords.moc"
