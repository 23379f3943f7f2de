// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/jsoncursor.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

/// A document with a cursor at its root.
struct Document {
    explicit Document(QByteArrayView text)
        : value(parseJson(text).value())
    {
    }

    [[nodiscard]] JsonCursor root() { return JsonCursor(value, problem); }
    [[nodiscard]] QString message() const { return problem.first ? problem.first->message : QString(); }

    JsonValue value;
    JsonCursor::Problem problem{u"test.shape"_s, std::nullopt};
};

} // namespace

class TestJsonCursor final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsValues();
    void readsMillisExactly();
    void keepsTheFirstProblem();
    void namesTheProblem_data();
    void namesTheProblem();
    void escapesPointers();
};

void TestJsonCursor::readsValues()
{
    Document document(R"({"s":"x","b":true,"i":3,"d":2.5,"n":null,"a":[1,2],"o":{"k":7}})");
    const JsonCursor root = document.root();
    root.allowOnly({u"s", u"b", u"i", u"d", u"n", u"a", u"o"});
    QCOMPARE(root[u"s"].text(), u"x"_s);
    QCOMPARE(root[u"b"].boolean(), true);
    QCOMPARE(root[u"i"].integer(), 3);
    QCOMPARE(root[u"i"].count(), 3);
    QCOMPARE(root[u"i"].number(), 3.0);
    QCOMPARE(root[u"d"].number(), 2.5);
    QCOMPARE(root[u"n"].textOrNull(), QString());
    QVERIFY(!root[u"n"].booleanOrNull() && !root[u"n"].integerOrNull() && !root[u"n"].numberOrNull()
        && !root[u"n"].millisOrNull());
    QCOMPARE(root[u"i"].integerOrNull(), std::optional<qint64>(3));
    qint64 sum = 0;
    root[u"a"].forEach([&sum](const JsonCursor &element) { sum += element.integer(); });
    root[u"o"].forEachMember([&sum](const QString &key, const JsonCursor &member) {
        QCOMPARE(key, u"k"_s);
        sum += member.integer();
    });
    QCOMPARE(sum, 10);
    QVERIFY2(!document.problem.first, qPrintable(document.message()));
}

void TestJsonCursor::readsMillisExactly()
{
    Document document("[0, 0.000001, 120.000001, 86400000.123457, 1999999999.999999]");
    std::vector<qint64> read;
    document.root().forEach([&read](const JsonCursor &element) { read.push_back(element.millis()); });
    QCOMPARE(read, (std::vector<qint64>{0, 1, 120'000'001, 86'400'000'123'457, 1'999'999'999'999'999}));
}

void TestJsonCursor::keepsTheFirstProblem()
{
    Document document(R"({"a":"x","b":"y"})");
    const JsonCursor root = document.root();
    QCOMPARE(root[u"a"].integer(5, 9), 5); // harmless, within the range
    QCOMPARE(root[u"b"].boolean(), false);
    QVERIFY(root[u"missing"][u"deeper"].isNull());
    QCOMPARE(document.problem.first->code, u"test.shape"_s);
    QCOMPARE(document.message(), u"/a is \"x\"; it must be a whole number."_s);
}

void TestJsonCursor::namesTheProblem_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *text, const QString &message) {
        QTest::newRow(text) << QByteArray(text) << message;
    };
    row("{}", u"/v is missing."_s);
    row("[]", u"the document is an array; it must be an object."_s);
    row(R"({"v":null})", u"/v is null; it must be a whole number."_s);
    row(R"({"v":3.0})", u"/v is 3.0; it must be a whole number."_s);
    row(R"({"v":{}})", u"/v is an object; it must be a whole number."_s);
    row(R"({"v":-1})", u"/v is -1; it must be from 0 to 10."_s);
    row(R"({"v":11})", u"/v is 11; it must be from 0 to 10."_s);
}

void TestJsonCursor::namesTheProblem()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    Document document(text);
    std::ignore = document.root()[u"v"].integer(0, 10);
    QCOMPARE(document.message(), message);
}

void TestJsonCursor::escapesPointers()
{
    Document document(R"({"a/b":{"m~n":[true]}})");
    document.root()[u"a/b"][u"m~n"].forEach([](const JsonCursor &element) { std::ignore = element.text(); });
    QCOMPARE(document.message(), u"/a~1b/m~0n/0 is true; it must be a string."_s);
    Document other(R"({"ok":1,"new":2})");
    other.root().allowOnly({u"ok"});
    QCOMPARE(other.message(), u"/new is not a key of this format."_s);
    Document hostile("{\"a\\u001b\\n\u202eb\":\"\\u009b\x7f\"}");
    std::ignore = hostile.root()[u"a\u001b\n\u202eb"].integer();
    QCOMPARE(hostile.message(), u"/a\\x1b \\x202eb is \"\\x9b\\x7f\"; it must be a whole number."_s);
}

QTEST_GUILESS_MAIN(TestJsonCursor)
#include "tst_jsoncursor.moc"
