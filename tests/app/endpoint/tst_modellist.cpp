// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/modellist.h"

#include <QElapsedTimer>
#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestModelList final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void saysWhatCameInstead_data();
    void saysWhatCameInstead();
    void takesTheContextOfAModel();
    void takesManyModels();
    void showsIdsAsPlainText();
};

void TestModelList::reads_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<int>("unusable");
    const auto row = [](const char *name, const QByteArray &body, const QStringList &ids, int unusable = 0) {
        QTest::newRow(name) << body << ids << unusable;
    };
    row("usual", R"({"object":"list","data":[{"id":"a"},{"id":"b"}]})", {u"a"_s, u"b"_s});
    row("bare array", R"([{"id":"a"}])", {u"a"_s});
    row("name, model", R"({"data":[{"name":"a"},{"id":"","model":"b"},{"id":7,"name":"c"}]})",
        {u"a"_s, u"b"_s, u"c"_s});
    row("twice", R"({"data":[{"id":"a"},{"id":"a"}]})", {u"a"_s});
    row("none", R"({"data":[]})", {});
    row("null", R"({"data":null})", {});
    row("some unusable", R"({"data":[{"id":5},{"id":"a"},"b",null]})", {u"a"_s}, 3);
    row("one far too long", R"({"data":[{"id":"a"},{"id":")" + QByteArray(1 << 20, 'x') + R"("}]})", {u"a"_s}, 1);
    row("as long as may be", R"({"data":[{"id":")" + QByteArray(4096, 'x') + R"("}]})", {QString(4096, u'x')});
}

void TestModelList::reads()
{
    QFETCH(QByteArray, body);
    QFETCH(QStringList, ids);
    const auto list = parseModelList(body);
    QVERIFY2(list, list ? "" : qPrintable(list.error().message));
    QCOMPARE(list->ids, ids);
    QTEST(static_cast<int>(list->unusable), "unusable");
}

void TestModelList::takesTheContextOfAModel()
{
    const auto list = parseModelList(R"({"data":[{"id":"vllm","max_model_len":32768},{"id":"none"},
        {"id":"llama","meta":{"n_ctx":16384,"n_ctx_train":131072}},{"id":"studio","context_length":4096},
        {"id":"wrong","max_model_len":"8192","meta":[],"context_length":-1}]})");
    QVERIFY(list);
    QCOMPARE(list->contextOf(u"vllm"_s), 32768);
    QCOMPARE(list->contextOf(u"llama"_s), 16384);
    QCOMPARE(list->contextOf(u"studio"_s), 4096);
    QVERIFY(!list->contextOf(u"none"_s) && !list->contextOf(u"wrong"_s) && !list->contextOf(u"other"_s));
}

void TestModelList::saysWhatCameInstead_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &body, const char *code, const QString &words) {
        QTest::newRow(name) << body << u"models."_s + QString::fromLatin1(code) << words;
    };
    row("nothing", "", "not_json", u"no JSON"_s);
    row("a page", " <!doctype html><p>x", "not_json", u"HTML"_s);
    row("cut short", R"({"data":[{"id":"m)", "not_json", u"no JSON"_s);
    row("words", "OK", "not_json", u"no JSON"_s);
    row("a number", "3", "shape", u"and is 3"_s);
    row("text", R"("x")", "shape", u"and is \"x\""_s);
    row("null", "null", "shape", u"and is null"_s);
    row("an error", R"({"error":{"message":"no disk"}})", "shape", u"no list \"data\" in the answer: no disk"_s);
    row("data is a number", R"({"data":5})", "shape", u"\"data\" is no list but 5"_s);
    row("data is an object", R"({"data":{"id":"m"}})", "shape", u"\"data\" is no list but {\"id\":\"m\"}"_s);
    row("ids are numbers", R"({"data":[{"id":5},{"id":6}]})", "shape", u"none of its 2 entries"_s);
    row("ids are null", R"({"data":[{"id":null}]})", "shape", u"it is {\"id\":null}"_s);
    row("ids are empty", R"({"data":[{"id":""}]})", "shape", u"it is {\"id\":\"\"}"_s);
    row("entries are texts", R"(["m1"])", "shape", u"it is \"m1\""_s);
    row("entries are lists", R"({"data":[[]]})", "shape", u"it is []"_s);
    row("one id of 1 MiB", R"({"data":[{"id":")" + QByteArray(1 << 20, 'x') + R"("}]})", "shape", u"xxx…"_s);
    row("control characters", R"({"data":"\u001b[31m"})", "shape", u"[31m"_s);
}

void TestModelList::saysWhatCameInstead()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    const auto list = parseModelList(body);
    QVERIFY(!list);
    QTEST(list.error().code, "code");
    QVERIFY2(list.error().message.contains(words), qPrintable(list.error().message));
    QVERIFY(list.error().message.size() < 700);
    QVERIFY(!list.error().message.contains(u'\u001b'));
}

void TestModelList::takesManyModels()
{
    QByteArray body = "[";
    for (int i = 0; i < 200'000; ++i)
        body += R"({"id":"model-)" + QByteArray::number(i) + "\"},";
    body.back() = ']';
    QElapsedTimer timer;
    timer.start();
    const auto list = parseModelList(body);
    QCOMPARE(list.value().ids.size(), 200'000);
    // Looking each id up in the list so far took minutes.
    QVERIFY(timer.elapsed() < 30'000);
    const QString message = chooseModel(*list, {}).error().message;
    QVERIFY2(
        message.contains(u"200000 models"_s) && message.endsWith(u"model-19 and 199980 more"_s), qPrintable(message));
}

void TestModelList::showsIdsAsPlainText()
{
    const ModelList list{{u"a\u001b[31m\nb"_s, QString(4000, u'x')}, 0, false};
    for (const QString &requested : {QString(), u"c\u202e"_s}) {
        const QString message = chooseModel(list, requested).error().message;
        QVERIFY2(message.contains(u"a\\x1b[31m b"_s) && message.size() < 500, qPrintable(message));
        QVERIFY(!message.contains(u'\u202e'));
    }
}

QTEST_GUILESS_MAIN(TestModelList)
#include "tst_modellist.moc"
