// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/jsonrepair.h"
#include "app/endpoint/jsonslice.h"

#include <QTest>

using namespace streamgauge;

/// Finding and repairing values in JSON text without parsing it.
class tst_JsonText final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void members();
    void elements();
    void repair_data();
    void repair();
};

void tst_JsonText::members()
{
    const std::string_view object =
        R"( { "a" : 1 , "b":{"a":[{"}":"]"}]}, "c":"x\"}, \"d\":2" , "e":true,"a\"":3, "f" : -1.50e3} )";
    QCOMPARE(jsonMember(object, "a"), std::string_view("1"));
    QCOMPARE(jsonMember(object, "b"), std::string_view(R"({"a":[{"}":"]"}]})"));
    QCOMPARE(jsonMember(object, "c"), std::string_view(R"("x\"}, \"d\":2")"));
    QCOMPARE(jsonMember(object, "d"), std::string_view());
    QCOMPARE(jsonMember(object, "e"), std::string_view("true"));
    QCOMPARE(jsonMember(object, "f"), std::string_view("-1.50e3"));
    QCOMPARE(jsonMember(R"({"a":1,"a":2})", "a"), std::string_view("2"));
    for (const std::string_view odd :
        {"", "{}", "[]", "{", "{\"", "{\"a", "{\"a\"", "{\"b\":", "7", "\"a\"", "{\"b\\", "{\"b\":\"\\"})
        QCOMPARE(jsonMember(odd, "a"), std::string_view());
}

void tst_JsonText::elements()
{
    const std::string_view array = R"([1, "a,]" ,{"b":[2]},[3] ])";
    QCOMPARE(jsonElement(array, 0), std::string_view("1"));
    QCOMPARE(jsonElement(array, 1), std::string_view(R"("a,]")"));
    QCOMPARE(jsonElement(array, 2), std::string_view(R"({"b":[2]})"));
    QCOMPARE(jsonElement(array, 3), std::string_view("[3]"));
    QCOMPARE(jsonElement(array, 4), std::string_view());
    QCOMPARE(jsonElement("[]", 0), std::string_view());
    QCOMPARE(jsonElement("{}", 0), std::string_view());
    QCOMPARE(jsonElement("", 0), std::string_view());
}

void tst_JsonText::repair_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("repaired");
    QTest::addColumn<bool>("escape");
    const auto row = [](const char *text, const char *repaired, bool escape) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(repaired) << escape;
    };
    row("plain", "plain", false);
    row("\\u00e9\\n\\\\", "\\u00e9\\n\\\\", false);
    row("\\ud83d\\ude80", "\\ud83d\\ude80", true);
    row("\\uD83D\\uDE80", "\\uD83D\\uDE80", true);
    row("\\ud83d", "\uFFFD", true);
    row("\\ude80", "\uFFFD", true);
    row("\\ud83d\\n", "\uFFFD\\n", true);
    row("\\ud83d\\ud83d\\ude80", "\uFFFD\\ud83d\\ude80", true);
    row("\\\\ud83d", "\\\\ud83d", true);
    row("\\ud83", "\\ud83", false);
    row("\\ud83g", "\\ud83g", false);
    row("\\", "\\", false);
    row("a\xFFz", "a\uFFFDz", false);
    row("\xC3\xA9", "\xC3\xA9", false);
    // One fault is as long as it could have been a character.
    row("\xE2\x82z", "\uFFFDz", false);
    row("\xF0\x9F\x99", "\uFFFD", false);
    row("\xF0\x9F\x99\x80", "\xF0\x9F\x99\x80", false);
    row("\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", false);
    row("\xC0\x80", "\uFFFD\uFFFD", false);
    row("\xE0\x9F\x80", "\uFFFD\uFFFD\uFFFD", false);
    row("\xF4\x8F\xBF\xBF\xF4\x90", "\xF4\x8F\xBF\xBF\uFFFD\uFFFD", false);
    row("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\uFFFD\uFFFD\uFFFD\uFFFD\x41", false);
}

void tst_JsonText::repair()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, repaired);
    QFETCH(bool, escape);
    QCOMPARE(QByteArray::fromStdString(repairedJson(text.toStdString())), repaired);
    QCOMPARE(hasSurrogateEscape(text.toStdString()), escape);
}

QTEST_APPLESS_MAIN(tst_JsonText)
#include "tst_jsontext.moc"
