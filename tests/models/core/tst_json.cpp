// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"

#include <QTest>

#include <bit>
#include <limits>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

JsonPieces piecesOf(const QByteArray &text, qsizetype size)
{
    return [rest = text, size]() mutable {
        const QByteArray piece = rest.first(std::min(size, rest.size()));
        rest.remove(0, piece.size());
        return piece;
    };
}

class NoTaker final : public JsonTaker {
public:
    bool wants(const QString &) override { return false; }
    void take(const QString &, std::size_t, JsonValue) override { qFatal("not wanted"); }
};

class RowTaker final : public JsonTaker {
public:
    QStringList taken;

    bool wants(const QString &arrayPointer) override { return arrayPointer == u"/a/rows~1"; }
    void take(const QString &arrayPointer, std::size_t index, JsonValue element) override
    {
        taken += arrayPointer + u' ' + QString::number(index) + u' ' + QString::fromUtf8(compactJson(element));
    }
};

} // namespace

class TestJson final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryType();
    void tellsIntegersFromDoubles_data();
    void tellsIntegersFromDoubles();
    void refuses_data();
    void refuses();
    void namesThePlace();
    void keepsTheOrderOfMembers();
    void findsDuplicatesAmongManyKeys();
    void limitsDepthAndSize();
    void readsPieceByPiece();
    void givesElementsAwayAsTheyCome();
    void boundsElementsAndTheRest();
    void writesNumbers_data();
    void writesNumbers();
    void writesStrings_data();
    void writesStrings();
    void writesTheCanonicalForm();
    void errorsAreOnePlainLine_data();
    void errorsAreOnePlainLine();
};

void TestJson::readsEveryType()
{
    const auto value =
        parseJson(R"( {"n":null,"t":true,"f":false,"i":-3,"d":2.5,"s":"\u00e9\ud83d\ude00\n","a":[1,[]]} )");
    QVERIFY2(value.has_value(), value ? "" : qPrintable(value.error().message));
    const JsonValue &root = *value;
    QVERIFY(root.isObject());
    QVERIFY(root.find(u"n") && root[u"n"].isNull());
    QVERIFY(!root.find(u"missing") && root[u"missing"].isNull());
    QCOMPARE(root[u"t"].toBool(), true);
    QCOMPARE(root[u"f"].toBool(true), false);
    QCOMPARE(root[u"i"].toInteger(), -3);
    QCOMPARE(root[u"i"].toDouble(), -3.0);
    QCOMPARE(root[u"d"].toDouble(), 2.5);
    QCOMPARE(root[u"d"].toInteger(7), 7);
    QCOMPARE(root[u"s"].toString(), u"\u00e9\U0001f600\n"_s);
    QCOMPARE(root[u"a"].array().size(), 2U);
    QVERIFY(root[u"a"].array()[1].isArray());
    QVERIFY(root[u"s"].array().empty() && root[u"s"].object().empty());
}

void TestJson::tellsIntegersFromDoubles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("integer");
    QTest::addColumn<double>("value");
    QTest::newRow("3") << "3"_ba << true << 3.0;
    QTest::newRow("3.0") << "3.0"_ba << false << 3.0;
    QTest::newRow("3e0") << "3e0"_ba << false << 3.0;
    QTest::newRow("-0") << "-0"_ba << true << 0.0;
    QTest::newRow("largest") << "9223372036854775807"_ba << true << 9223372036854775807.0;
    QTest::newRow("smallest") << "-9223372036854775808"_ba << true << -9223372036854775808.0;
    QTest::newRow("beyond 63 bits") << "9223372036854775808"_ba << false << 9223372036854775808.0;
    QTest::newRow("beyond 64 bits") << "36893488147419103232"_ba << false << 36893488147419103232.0;
}

void TestJson::tellsIntegersFromDoubles()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, integer);
    QFETCH(double, value);
    const auto read = parseJson(text);
    QVERIFY(read.has_value());
    QCOMPARE(read->type(), integer ? JsonValue::Type::Integer : JsonValue::Type::Double);
    QCOMPARE(read->toDouble(), value);
}

void TestJson::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    const QString syntax = u"json.syntax"_s;
    QTest::newRow("empty") << ""_ba << u"json.empty"_s;
    QTest::newRow("white space only") << " \n"_ba << syntax;
    QTest::newRow("BOM") << "\xEF\xBB\xBF{}"_ba << syntax;
    QTest::newRow("NaN") << "NaN"_ba << syntax;
    QTest::newRow("Infinity") << "[-Infinity]"_ba << syntax;
    QTest::newRow("too large a number") << "1e999"_ba << syntax;
    QTest::newRow("comment") << "/* a */ 1"_ba << syntax;
    QTest::newRow("trailing comma") << "[1,]"_ba << syntax;
    QTest::newRow("two values") << "1 2"_ba << syntax;
    QTest::newRow("text behind a NUL") << QByteArray("1\0garbage", 9) << syntax;
    QTest::newRow("truncated object") << R"({"a":[1,2)"_ba << syntax;
    QTest::newRow("truncated string") << R"("abc)"_ba << syntax;
    QTest::newRow("single quotes") << "{'a':1}"_ba << syntax;
    QTest::newRow("leading zero") << "01"_ba << syntax;
    QTest::newRow("plus") << "+1"_ba << syntax;
    QTest::newRow("bare control character") << "\"a\nb\""_ba << syntax;
    QTest::newRow("lone high surrogate") << R"("\ud800")"_ba << syntax;
    QTest::newRow("lone low surrogate") << R"("\udc00")"_ba << syntax;
    QTest::newRow("no-break space outside") << "\xC2\xA0 1"_ba << syntax;
    QTest::newRow("form feed outside") << "\f1"_ba << syntax;
    QTest::newRow("overlong UTF-8") << "\"\xC0\xAF\""_ba << u"json.utf8"_s;
    QTest::newRow("surrogate in UTF-8") << "\"\xED\xA0\x80\""_ba << u"json.utf8"_s;
    QTest::newRow("cut UTF-8") << "\"\xE2\x82"_ba << u"json.utf8"_s;
    QTest::newRow("beyond U+10FFFF") << "\"\xF4\x90\x80\x80\""_ba << u"json.utf8"_s;
    QTest::newRow("duplicate key") << R"({"a":1,"b":2,"a":3})"_ba << u"json.duplicate_key"_s;
    QTest::newRow("duplicate key, escaped") << R"({"a":1,"\u0061":3})"_ba << u"json.duplicate_key"_s;
}

void TestJson::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    const auto read = parseJson(text);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, code);
    QVERIFY(!read.error().message.isEmpty());
}

void TestJson::namesThePlace()
{
    const auto place = [](QByteArrayView text) { return parseJson(text).error().message; };
    QVERIFY2(place("{\n  \"a\": 1,\n  \"\xC3\xA9\": x\n}").contains(u"line 3, column 8"),
        qPrintable(place("{\n  \"a\": 1,\n  \"\xC3\xA9\": x\n}")));
    QVERIFY2(place("{\n\"key\":1,\n\"key\":2}").contains(u"\"key\" stands twice"), "names the key");
    QVERIFY2(place("{\n\"key\":1,\n\"key\":2}").contains(u"line 3, column 5"),
        qPrintable(place("{\n\"key\":1,\n\"key\":2}")));
    QVERIFY2(place("[\n \"\xFF\"]").contains(u"byte 0xff at line 2, column 3"), qPrintable(place("[\n \"\xFF\"]")));
    QVERIFY2(place("[1,\n2").contains(u"line 2, column 2"), qPrintable(place("[1,\n2")));
}

void TestJson::keepsTheOrderOfMembers()
{
    const auto read = parseJson(R"({"z":1,"a":2,"m":3})");
    QVERIFY(read.has_value());
    QCOMPARE(read->object()[0].first, u"z"_s);
    QCOMPARE(read->object()[2].first, u"m"_s);
}

void TestJson::findsDuplicatesAmongManyKeys()
{
    QByteArray text = "{";
    for (int i = 0; i < 200'000; ++i)
        text += '"' + QByteArray::number(i) + "\":0,";
    const auto unique = parseJson(QByteArray(text + R"("x":0})"));
    QVERIFY(unique.has_value());
    QCOMPARE(unique->object().size(), 200'001U);
    const auto twice = parseJson(QByteArray(text + R"("77777":0})"));
    QVERIFY(!twice.has_value());
    QCOMPARE(twice.error().code, u"json.duplicate_key"_s);
    // A key of the time before the set was made, and one of after.
    QVERIFY(!parseJson(QByteArray(text + R"("3":0})")).has_value());
}

void TestJson::limitsDepthAndSize()
{
    const auto nested = [](int depth) -> QByteArray { return QByteArray(depth, '[') + QByteArray(depth, ']'); };
    QVERIFY(parseJson(nested(64)).has_value());
    QCOMPARE(parseJson(nested(65)).error().code, u"json.depth"_s);
    QCOMPARE(parseJson(QByteArray(5'000'000, '[')).error().code, u"json.depth"_s);
    QVERIFY(parseJson(nested(65), {.depth = 65}).has_value());
    QVERIFY(parseJson("[1]", {.bytes = 3}).has_value());
    QCOMPARE(parseJson("[12]", {.bytes = 3}).error().code, u"json.size"_s);
}

void TestJson::readsPieceByPiece()
{
    const QByteArray texts[] = {"{\"a\": [1, 2.5, \"\xC3\xA9\xF0\x9F\x98\x80\"],\n \"b\": {}}", "7", "", "[1,\n2",
        "\"\xE2\x82\"", "[\n \"\xFF\"]", "\xEF\xBB\xBF[]", "[1]\n x", "{\n  \"a\": 1,\n  \"\xC3\xA9\": x\n}",
        "[\"a\", \"\xE2\x82\xAC\", 3 4]", "{\"k\":1,\n\"k\":2}", QByteArray("[1]\0", 4), QByteArray("[\0]", 3)};
    for (const QByteArray &text : texts) {
        const auto whole = parseJson(text);
        for (const qsizetype size : {1, 2, 3, 7, 1000}) {
            NoTaker taker;
            const auto pieced = parseJson(piecesOf(text, size), taker);
            QCOMPARE(pieced.has_value(), whole.has_value());
            if (whole)
                QVERIFY(*pieced == *whole);
            else
                QVERIFY2(pieced.error() == whole.error(), qPrintable(pieced.error().message));
        }
    }
}

void TestJson::givesElementsAwayAsTheyCome()
{
    const QByteArray text =
        R"({"x": [1, [2]], "a": {"rows/": [{"x": [3, {"rows/": [4]}]}, 5, [6], "seven"], "z": 8}, "rows/": [9]})";
    RowTaker taker;
    const auto rest = parseJson(piecesOf(text, 5), taker);
    QVERIFY2(rest, rest ? "" : qPrintable(rest.error().message));
    QCOMPARE(compactJson(*rest), R"({"x":[1,[2]],"a":{"rows/":[],"z":8},"rows/":[9]})"_ba);
    QCOMPARE(taker.taken,
        QStringList({u"/a/rows~1 0 {\"x\":[3,{\"rows/\":[4]}]}"_s, u"/a/rows~1 1 5"_s, u"/a/rows~1 2 [6]"_s,
            u"/a/rows~1 3 \"seven\""_s}));
}

void TestJson::boundsElementsAndTheRest()
{
    const QByteArray row = "[\"" + QByteArray(900, 'x') + "\"],";
    const auto codeOf = [](const QByteArray &text) {
        RowTaker taker;
        const auto read = parseJson(piecesOf(text, 10), taker, {.bytes = 1000});
        return read ? QString::number(taker.taken.size()) : read.error().code;
    };
    // Many elements are no more in memory than one.
    QCOMPARE(codeOf("{\"a\":{\"rows/\":[" + row.repeated(50).chopped(1) + "]}}"), u"50"_s);
    QCOMPARE(codeOf("{\"a\":{\"other\":[" + row.repeated(50).chopped(1) + "]}}"), u"json.size"_s);
    QCOMPARE(codeOf("{\"a\":{\"rows/\":[[" + row.repeated(2).chopped(1) + "]]}}"), u"json.size"_s);
    QCOMPARE(codeOf("{\"a\":{\"rows/\":[[1]],\"b\":[" + row.repeated(2).chopped(1) + "]}}"), u"json.size"_s);
}

void TestJson::writesNumbers_data()
{
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<QByteArray>("text");
    // The samples of RFC 8785, appendix B.
    QTest::newRow("zero") << Q_UINT64_C(0x0000000000000000) << "0"_ba;
    QTest::newRow("minus zero") << Q_UINT64_C(0x8000000000000000) << "0"_ba;
    QTest::newRow("min pos") << Q_UINT64_C(0x0000000000000001) << "5e-324"_ba;
    QTest::newRow("min neg") << Q_UINT64_C(0x8000000000000001) << "-5e-324"_ba;
    QTest::newRow("max pos") << Q_UINT64_C(0x7fefffffffffffff) << "1.7976931348623157e+308"_ba;
    QTest::newRow("max neg") << Q_UINT64_C(0xffefffffffffffff) << "-1.7976931348623157e+308"_ba;
    QTest::newRow("max int") << Q_UINT64_C(0x4340000000000000) << "9007199254740992"_ba;
    QTest::newRow("max int neg") << Q_UINT64_C(0xc340000000000000) << "-9007199254740992"_ba;
    QTest::newRow("2^68") << Q_UINT64_C(0x4430000000000000) << "295147905179352830000"_ba;
    QTest::newRow("9.999999999999997e22") << Q_UINT64_C(0x44b52d02c7e14af5) << "9.999999999999997e+22"_ba;
    QTest::newRow("1e23") << Q_UINT64_C(0x44b52d02c7e14af6) << "1e+23"_ba;
    QTest::newRow("1.0000000000000001e23") << Q_UINT64_C(0x44b52d02c7e14af7) << "1.0000000000000001e+23"_ba;
    QTest::newRow("below 1e21") << Q_UINT64_C(0x444b1ae4d6e2ef4e) << "999999999999999700000"_ba;
    QTest::newRow("just below 1e21") << Q_UINT64_C(0x444b1ae4d6e2ef4f) << "999999999999999900000"_ba;
    QTest::newRow("1e21") << Q_UINT64_C(0x444b1ae4d6e2ef50) << "1e+21"_ba;
    QTest::newRow("1e-6") << Q_UINT64_C(0x3eb0c6f7a0b5ed8d) << "0.000001"_ba;
    QTest::newRow("below 1e-6") << Q_UINT64_C(0x3eb0c6f7a0b5ed8c) << "9.999999999999997e-7"_ba;
    QTest::newRow("333333333.3333332") << Q_UINT64_C(0x41b3de4355555553) << "333333333.3333332"_ba;
    QTest::newRow("333333333.3333333") << Q_UINT64_C(0x41b3de4355555555) << "333333333.3333333"_ba;
    QTest::newRow("1424953923781206.2") << Q_UINT64_C(0x43143ff3c1cb0959) << "1424953923781206.2"_ba;
    QTest::newRow("a decimal") << std::bit_cast<quint64>(0.1) << "0.1"_ba;
    QTest::newRow("a whole") << std::bit_cast<quint64>(120.0) << "120"_ba;
}

void TestJson::writesNumbers()
{
    QFETCH(quint64, bits);
    QFETCH(QByteArray, text);
    QCOMPARE(jsonNumber(std::bit_cast<double>(bits)), text);
}

void TestJson::writesStrings_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QString() << "\"\""_ba;
    QTest::newRow("plain") << u"a/b é €"_s << "\"a/b \xC3\xA9 \xE2\x82\xAC\""_ba;
    QTest::newRow("escapes") << u"\"\\\b\f\n\r\t"_s << R"("\"\\\b\f\n\r\t")"_ba;
    QTest::newRow("control") << u"\u0001\u001f\u007f"_s << "\"\\u0001\\u001f\x7f\""_ba;
    QTest::newRow("NUL") << QString(QChar(0)) << R"("\u0000")"_ba;
    QTest::newRow("beyond the BMP") << u"\U0001f600"_s << "\"\xF0\x9F\x98\x80\""_ba;
    QTest::newRow("lone surrogate") << QString(QChar(0xD800)) << "\"\xEF\xBF\xBD\""_ba;
}

void TestJson::writesStrings()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    QCOMPARE(jsonString(text), json);
    QVERIFY(parseJson(json).has_value());
}

void TestJson::writesTheCanonicalForm()
{
    // Sorted by UTF-16 units: U+1F600 (D83D DE00) stands before U+FB33.
    const auto read =
        parseJson(R"({"\ufb33": 1, "\ud83d\ude00": [1.0, 1e2, null, true], "b": {"z": "", "a": false}, "a": -0.0})");
    QVERIFY(read.has_value());
    QCOMPARE(canonicalJson(*read),
        QByteArray(
            "{\"a\":0,\"b\":{\"a\":false,\"z\":\"\"},\"\xF0\x9F\x98\x80\":[1,100,null,true],\"\xEF\xAC\xB3\":1}"));
    QCOMPARE(compactJson(*parseJson(R"({"b": [1, {}], "a": "x"})")), R"({"b":[1,{}],"a":"x"})"_ba);
    QCOMPARE(canonicalJson(JsonValue(std::numeric_limits<qint64>::max())), "9223372036854776000"_ba);
    QCOMPARE(canonicalJson(JsonValue(qint64(9007199254740991))), "9007199254740991"_ba);
}

void TestJson::errorsAreOnePlainLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QByteArray &text, const QString &shown) {
        QTest::newRow(name) << text << shown;
    };
    row("control character", "\x7f", u"\\x7f"_s);
    row("escape sequence in a key", R"({"\u001b[2J":1,"\u001b[2J":2})", u"\\x1b[2J"_s);
    row("line end in a key", R"({"a\nb":1,"a\nb":2})", u"\"a b\""_s);
    row("direction mark in a key", R"({"\u202e":1,"\u202e":2})", u"\\x202e"_s);
    row("endless key", '{' + QByteArray("\"" + QByteArray(9000, 'k') + "\":1,").repeated(2) + '}', u"kkk…"_s);
}

void TestJson::errorsAreOnePlainLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, shown);
    const auto value = parseJson(text);
    QVERIFY(!value);
    const QString &message = value.error().message;
    QVERIFY2(message.contains(shown), qPrintable(message));
    QVERIFY(message.size() < 500);
    for (const QChar c : message)
        QVERIFY2(c.isPrint(), qPrintable(message));
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
