// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"
#include "models/core/jsonwriter.h"

#include <QTest>

#include <limits>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestJsonWriter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void indents();
    void keepsOneLine();
    void writesMillis_data();
    void writesMillis();
    void writesWhatMayBeUnknown();
    void readsBack();
    void drains();
};

void TestJsonWriter::indents()
{
    QByteArray out;
    JsonWriter writer(out);
    writer.beginObject().key(u"b").integer(-1).key(u"a").beginArray().null().string(u"x").endArray();
    writer.key(u"e").beginArray().endArray().key(u"o").beginObject().endObject();
    writer.key(u"l").beginArray(JsonWriter::Layout::OneLine).integer(1);
    writer.beginObject().key(u"t").boolean(true).key(u"d").number(0.5).endObject().endArray();
    writer.key(u"r").raw(R"({"raw":1})").endObject();
    QCOMPARE(out,
        "{\n  \"b\": -1,\n  \"a\": [\n    null,\n    \"x\"\n  ],\n  \"e\": [],\n  \"o\": {},\n"
        "  \"l\": [1, {\"t\": true, \"d\": 0.5}],\n  \"r\": {\"raw\":1}\n}"_ba);
}

void TestJsonWriter::keepsOneLine()
{
    QByteArray out;
    JsonWriter writer(out, JsonWriter::Layout::OneLine);
    writer.beginObject().key(u"a").beginArray().integer(1).integer(2).endArray().key(u"b").beginObject().endObject();
    writer.endObject();
    QCOMPARE(out, R"({"a": [1, 2], "b": {}})"_ba);
}

void TestJsonWriter::writesMillis_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << qint64(0) << "0"_ba;
    QTest::newRow("one") << qint64(1) << "0.000001"_ba;
    QTest::newRow("whole") << qint64(21'000'000) << "21"_ba;
    QTest::newRow("all six") << qint64(120'000'001) << "120.000001"_ba;
    QTest::newRow("fewer") << qint64(1'050'000) << "1.05"_ba;
    QTest::newRow("negative") << qint64(-500'000) << "-0.5"_ba;
    QTest::newRow("lowest") << std::numeric_limits<qint64>::min() << "-9223372036854.775808"_ba;
}

void TestJsonWriter::writesMillis()
{
    QFETCH(qint64, ns);
    QFETCH(QByteArray, text);
    QByteArray out;
    JsonWriter(out).millis(ns);
    QCOMPARE(out, text);
}

void TestJsonWriter::writesWhatMayBeUnknown()
{
    QByteArray out;
    JsonWriter writer(out, JsonWriter::Layout::OneLine);
    writer.beginArray()
        .boolean(std::optional(false))
        .integer(std::optional(7))
        .millis(std::optional<qint64>(1'500'000));
    writer.number(std::optional(0.5)).stringOrNull(u"x").strings({u"a"_s, u"b"_s}).strings({});
    writer.boolean(std::optional<bool>()).integer(std::optional<int>()).millis(std::optional<qint64>());
    writer.number(std::optional<double>()).number(std::optional(std::numeric_limits<double>::infinity()));
    writer.stringOrNull(u"").endArray();
    QCOMPARE(out, R"([false, 7, 1.5, 0.5, "x", ["a", "b"], [], null, null, null, null, null, null])"_ba);
}

void TestJsonWriter::readsBack()
{
    QByteArray out;
    JsonWriter writer(out);
    writer.beginArray().millis(123'456'789).number(1e-7).string(u"\u2028\"").integer(3).number(3).endArray();
    const auto read = parseJson(out);
    QVERIFY(read.has_value());
    QCOMPARE(read->array()[0].toDouble(), 123.456789);
    QCOMPARE(read->array()[1].toDouble(), 1e-7);
    QCOMPARE(read->array()[2].toString(), u"\u2028\""_s);
    // RFC 8785 writes a whole double without a point: a reader sees an integer.
    QCOMPARE(read->array()[4].type(), JsonValue::Type::Integer);
}

void TestJsonWriter::drains()
{
    const auto fill = [](JsonWriter &writer) {
        writer.beginObject().key(u"rows").beginArray();
        for (int i = 0; i < 20'000; ++i)
            writer.beginArray(JsonWriter::Layout::OneLine).integer(i).string(u"a row of some length").endArray();
        writer.endArray().endObject();
    };
    QByteArray whole;
    JsonWriter plain(whole);
    fill(plain);
    QByteArray out;
    QByteArray drained;
    qsizetype largest = 0;
    JsonWriter draining(out);
    draining.drainInto([&](QByteArrayView piece) {
        drained += piece;
        largest = std::max(largest, piece.size());
    });
    fill(draining);
    out += '\n';
    draining.flush();
    QCOMPARE(drained, whole + '\n');
    QVERIFY(out.isEmpty());
    QVERIFY(largest < whole.size() / 2);
}

QTEST_GUILESS_MAIN(TestJsonWriter)
#include "tst_jsonwriter.moc"
