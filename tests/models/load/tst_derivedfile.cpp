// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"

#include <QRegularExpression>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

/// The derived numbers of a results file: what is read without them, and what is refused.
class TestDerivedFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFilesWithoutDerivedNumbers();
    void refusesOtherDerivedNumbers_data();
    void refusesOtherDerivedNumbers();
    void refusesOtherShapes_data();
    void refusesOtherShapes();
};

/// A file as earlier versions wrote it, and one of a later version that has more.
void TestDerivedFile::readsFilesWithoutDerivedNumbers()
{
    static const QRegularExpression level(
        u"\n {8}\"derived\": \\{.*?\n {8}\\},"_s, QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression request(u"\n *\"(?:tpot_ms|tokens_per_chunk|first_event_ms)\": [^\n]*"_s);
    QString older = QString::fromUtf8(writeLoadResults(sampleResult()));
    older.remove(level);
    older.remove(request);
    for (const QString &name : {u"tpot"_s, u"derived"_s, u"steady_state\":"_s, u"first_event"_s})
        QVERIFY2(!older.contains(u'"' + name), qPrintable(name));
    const auto read = readLoadResults(older.toUtf8());
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    LoadResult expected = sampleResult();
    for (LoadLevel &level : expected.levels) {
        for (RequestRecord &request : level.requests)
            request.firstEventNs.reset();
    }
    QCOMPARE(writeLoadResults(*read), writeLoadResults(expected));
    const QByteArray later =
        changed(writeLoadResults(sampleResult()), "\"tpot_ms\": {\"n\":", "\"tpot_ms\": {\"p1\": 1, \"n\":");
    QVERIFY(readLoadResults(later).has_value());
}

void TestDerivedFile::refusesOtherDerivedNumbers_data()
{
    QTest::addColumn<QString>("member"); // of the file's first level or request: its number is changed
    QTest::addColumn<QString>("place");
    const auto row = [](const QString &member, const QString &place) {
        QTest::newRow(qPrintable(place)) << member << u"/local/levels/0/"_s + place + u" is "_s;
    };
    for (const QString &name : {u"tpot_ms"_s, u"first_answer_ms"_s}) {
        for (const QString &statistic : {u"n"_s, u"mean"_s, u"p50"_s, u"p95"_s, u"p99"_s})
            row(u"\"%1\": \\{[^}]*\"%2\": "_s.arg(name, statistic), u"derived/%1/%2"_s.arg(name, statistic));
    }
    for (const QString &name : {u"tokens_per_chunk"_s, u"output_tokens_per_s"_s, u"input_tokens_per_s"_s,
             u"total_tokens_per_s"_s, u"tokens_per_s_per_stream"_s})
        row(u"\"%1\": "_s.arg(name), u"derived/"_s + name);
    for (const QString &name :
        {u"start_offset_ms"_s, u"end_offset_ms"_s, u"share"_s, u"mean_in_flight"_s, u"output_per_s"_s})
        row(u"\"steady_state\": \\{[^}]*\"%1\": "_s.arg(name), u"derived/steady_state/"_s + name);
    for (const QString &name : {u"decode_tps_client"_s, u"prompt_tps_client"_s, u"tpot_ms"_s, u"tokens_per_chunk"_s})
        row(u"\"requests\": (.|\n)*?\"%1\": "_s.arg(name), u"requests/0/"_s + name);
}

void TestDerivedFile::refusesOtherDerivedNumbers()
{
    QFETCH(QString, member);
    QFETCH(QString, place);
    LoadResult result = sampleResult();
    for (RequestRecord &request : result.levels[0].requests)
        request.cachedTokens.reset(); // so that there is a rate of prompt tokens
    QString text = QString::fromUtf8(writeLoadResults(result));
    const qsizetype levels = text.indexOf(u"\"levels\": "_s);
    const auto match = QRegularExpression(member + u"([0-9.]+)"_s).match(text, levels);
    QVERIFY(match.hasMatch());
    // A digit that every double of the number shows.
    const int number = match.lastCapturedIndex();
    const qsizetype digit = match.capturedStart(number) + std::min<qsizetype>(match.capturedLength(number), 12) - 1;
    text[digit] = text[digit] == u'9' ? u'8' : QChar(text[digit].unicode() + 1);
    const auto read = readLoadResults(text.toUtf8());
    QVERIFY(!read);
    QVERIFY2(read.error().code == u"results.mismatch"_s, qPrintable(read.error().message));
    QVERIFY2(read.error().message.startsWith(place), qPrintable(read.error().message));
}

void TestDerivedFile::refusesOtherShapes_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const char *from, const char *to, const QString &code, const QString &place) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << code << place;
    };
    const QString shape = u"results.shape"_s;
    const QString mismatch = u"results.mismatch"_s;
    row("percentile of too few", "\"first_answer_ms\": {\"n\": 92,", "\"first_answer_ms\": {\"n\": 92, \"p99\": 1,",
        mismatch, u"/local/levels/1/derived/first_answer_ms/p99 is 1"_s);
    row("steady state of another kind", "\"steady_state\": {", "\"steady_state\": [], \"x\": {", shape,
        u"/local/levels/0/derived/steady_state"_s);
    row("derived of another kind", "\"derived\": {", "\"derived\": 1, \"x\": {", shape, u"/local/levels/0/derived"_s);
    row("first event as text", "\"first_event_ms\": ", "\"first_event_ms\": \"1\", \"x\": ", shape,
        u"/local/levels/0/requests/0/first_event_ms"_s);
}

void TestDerivedFile::refusesOtherShapes()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, code);
    QFETCH(QString, place);
    const auto read = readLoadResults(changed(writeLoadResults(sampleResult()), from, to));
    QVERIFY(!read);
    QVERIFY2(read.error().code == code, qPrintable(read.error().code + u": "_s + read.error().message));
    QVERIFY2(read.error().message.startsWith(place), qPrintable(read.error().message));
}

QTEST_GUILESS_MAIN(TestDerivedFile)
#include "tst_derivedfile.moc"
