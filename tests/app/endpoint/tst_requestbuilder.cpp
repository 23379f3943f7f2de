// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/requestbuilder.h"
#include "app/endpoint/retryafter.h"
#include "models/core/json.h"
#include "models/core/version.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class tst_RequestBuilder final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void body_data();
    void body();
    void anyTextIsEscaped();
    void requests();
    void retryAfter_data();
    void retryAfter();
};

void tst_RequestBuilder::body_data()
{
    QTest::addColumn<bool>("ignoreEos");
    QTest::addColumn<bool>("streamUsage");
    QTest::addColumn<QString>("lengthField");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("all")
        << true << true << u"max_tokens"_s
        << QByteArray(R"({"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true,)"
                      R"("stream_options":{"include_usage":true},"temperature":0,"max_tokens":7,"ignore_eos":true})");
    QTest::newRow("bare") << false << false << u"max_completion_tokens"_s
                          << QByteArray(R"({"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true,)"
                                        R"("temperature":0,"max_completion_tokens":7})");
}

void tst_RequestBuilder::body()
{
    QFETCH(bool, ignoreEos);
    QFETCH(bool, streamUsage);
    QFETCH(QString, lengthField);
    QFETCH(QByteArray, body);
    const RequestBuilder builder({}, QUrl(u"http://h/v1"_s), u"m"_s,
        {.ignoreEos = ignoreEos, .streamUsage = streamUsage, .lengthField = lengthField});
    QCOMPARE(builder.body(u"hi", 7), body);
}

void tst_RequestBuilder::anyTextIsEscaped()
{
    const QString odd = u"a\"\\\n\t\u0001\u2028🚀é"_s + QChar(u'\0');
    const RequestBuilder builder({}, QUrl(u"http://h/v1"_s), odd, {});
    const auto json = parseJson(builder.body(odd, 1));
    QVERIFY2(json, qPrintable(json ? QString() : json.error().message));
    QCOMPARE((*json)[u"model"].toString(), odd);
    QCOMPARE((*json)[u"messages"].array().at(0)[u"content"].toString(), odd);
}

void tst_RequestBuilder::requests()
{
    EndpointSettings settings;
    const QUrl base(u"https://h/v1?api-version=1"_s);
    QVERIFY(!RequestBuilder(settings, base, u"m"_s, {}).request().hasRawHeader("Authorization"));
    settings.apiKey = "sk-1";
    const QNetworkRequest request = RequestBuilder(settings, base, u"m"_s, {}).request();
    QCOMPARE(request.url(), QUrl(u"https://h/v1/chat/completions?api-version=1"_s));
    QCOMPARE(request.rawHeader("Authorization"), QByteArray("Bearer sk-1"));
    QCOMPARE(request.rawHeader("Content-Type"), QByteArray("application/json"));
    QCOMPARE(request.rawHeader("Accept"), QByteArray("text/event-stream"));
    QCOMPARE(request.rawHeader("User-Agent"), QByteArray("streamgauge/") + versionNumber);
    const QNetworkRequest get = RequestBuilder::getRequest(settings, base, u"/models");
    QCOMPARE(get.url(), QUrl(u"https://h/v1/models?api-version=1"_s));
    QCOMPARE(get.rawHeader("Authorization"), QByteArray("Bearer sk-1"));
    QVERIFY(!get.hasRawHeader("Content-Type"));
}

void tst_RequestBuilder::retryAfter_data()
{
    QTest::addColumn<QByteArray>("ms");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("date");
    QTest::addColumn<double>("seconds"); // -1: not said
    const auto row = [](const char *name, const char *ms, const char *after, const char *date, double seconds) {
        QTest::newRow(name) << QByteArray(ms) << QByteArray(after) << QByteArray(date) << seconds;
    };
    row("nothing", "", "", "", -1);
    row("seconds", "", "7", "", 7);
    row("seconds with a fraction", "", " 0.25 ", "", 0.25);
    row("milliseconds win", "6500", "7", "", 6.5);
    row("bad milliseconds do not", "soon", "7", "", 7);
    row("never below 0", "", "-3", "", 0);
    row("a date, from the reply's", "", "Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 30);
    row("a date, from now", "", "Tue, 01 Jan 2030 00:01:00 GMT", "", 60);
    row("a date that is over", "", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT", 0);
    row("the old forms", "", "Sunday, 06-Nov-94 08:50:07 GMT", "Sun Nov  6 08:49:37 1994", 30);
    row("junk", "", "later", "", -1);
    row("no number", "nan", "inf", "", -1);
}

void tst_RequestBuilder::retryAfter()
{
    QFETCH(QByteArray, ms);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, date);
    QFETCH(double, seconds);
    const QDateTime now(QDate(2030, 1, 1), QTime(0, 0), Qt::UTC);
    const auto found = retryAfterSeconds({.retryAfterMs = ms, .retryAfter = after, .date = date}, now);
    QCOMPARE(found.value_or(-1), seconds);
}

QTEST_GUILESS_MAIN(tst_RequestBuilder)
#include "tst_requestbuilder.moc"
