// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"

#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

struct Verdict {
    int exitCode = -1;
    QString output;
};

constexpr qint64 ms = 1'000'000;

/// A run with times of every size, as a real one has them.
LoadResult randomResult(quint32 seed)
{
    QRandomGenerator random(seed);
    LoadResult result = sampleResult();
    for (LoadLevel &level : result.levels) {
        for (RequestRecord &request : level.requests) {
            if (request.outcome != Outcome::Succeeded)
                continue;
            request.dispatchNs += random.bounded(50'000'000);
            request.ttftNs = 1 + qint64(random.generate64() % (2000 * ms));
            std::vector<qint64> gaps(request.itlNs.held().size());
            for (qint64 &gap : gaps)
                gap = qint64(random.generate64() % (1ULL << random.bounded(1, 34)));
            request.itlNs = std::move(gaps);
            request.lastDeltaNs = *request.ttftNs + qint64(random.generate64() % (9000 * ms));
            request.latencyNs = *request.lastDeltaNs + qint64(random.generate64() % (90 * ms));
            request.firstAnswerNs = *request.ttftNs + qint64(random.generate64() % (900 * ms));
            request.inputTokens = random.bounded(400, 600);
            if (request.outputTokens)
                request.outputTokens = random.bounded(1, 40);
        }
    }
    return result;
}

} // namespace

/// The published metrics, computed again by a script that shares no code with the program.
class TestRecompute final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agrees_data();
    void agrees();
    void noticesOneDigit_data();
    void noticesOneDigit();
    void noticesOneDerivedDigit_data();
    void noticesOneDerivedDigit();
    void noticesAMissingPercentile();
    void refusesWhatIsNoResult();

private:
    [[nodiscard]] Verdict recompute(const QByteArray &bytes) const;

    QTemporaryDir m_folder;
};

void TestRecompute::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

Verdict TestRecompute::recompute(const QByteArray &bytes) const
{
    QFile file(m_folder.filePath(u"results.json"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    file.close();
    QProcess script;
    script.setProcessChannelMode(QProcess::MergedChannels);
    script.start(QStringLiteral(STREAMGAUGE_PYTHON), {QStringLiteral(STREAMGAUGE_RECOMPUTE), file.fileName()});
    constexpr int patienceMs = 60'000;
    if (!script.waitForFinished(patienceMs) || script.exitStatus() != QProcess::NormalExit)
        return {-1, script.errorString()};
    return {script.exitCode(), QString::fromUtf8(script.readAll())};
}

void TestRecompute::agrees_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("finished") << writeLoadResults(sampleResult());
    QTest::newRow("interrupted") << writeLoadResults(interruptedResult());
    LoadResult nothing = sampleResult();
    nothing.levels[0].requests.clear();
    for (RequestRecord &request : nothing.levels[1].requests)
        request = failureOf(request.index, request.dispatchNs, Outcome::Failed, ErrorKind::EndedEarly);
    QTest::newRow("levels without success") << writeLoadResults(nothing);
    LoadResult longer = sampleResult();
    longer.levels[0].requests[5].outputTokens = 17;
    QTest::newRow("longer than asked") << writeLoadResults(longer);
    for (quint32 seed = 1; seed <= 12; ++seed)
        QTest::addRow("random %u", seed) << writeLoadResults(randomResult(seed));
}

void TestRecompute::agrees()
{
    QFETCH(QByteArray, bytes);
    const Verdict verdict = recompute(bytes);
    QVERIFY2(verdict.exitCode == 0, qPrintable(verdict.output));
}

void TestRecompute::noticesOneDigit_data()
{
    QTest::addColumn<QString>("number"); // within the file's first record
    for (const QString &key : {u"duration_s"_s, u"requests_succeeded"_s, u"requests_failed"_s, u"requests_timed_out"_s,
             u"request_throughput_per_s"_s, u"output_throughput_tokens_per_s"_s, u"input_tokens_mean"_s,
             u"output_tokens_mean"_s})
        QTest::newRow(qPrintable(key)) << u"\"%1\": ([0-9.]+)"_s.arg(key);
    for (const QString &key : {u"ttft_ms"_s, u"itl_ms"_s, u"latency_ms"_s}) {
        for (const QString &statistic : {u"n"_s, u"mean"_s, u"p50"_s, u"p95"_s, u"p99"_s}) {
            QTest::newRow(qPrintable(key + u' ' + statistic))
                << u"\"%1\": \\{[^}]*\"%2\": ([0-9.]+)"_s.arg(key, statistic);
        }
    }
}

void TestRecompute::noticesOneDigit()
{
    QFETCH(QString, number);
    QByteArray bytes = writeLoadResults(sampleResult());
    const auto match = QRegularExpression(number).match(QString::fromUtf8(bytes.first(bytes.indexOf("\"local\""))));
    QVERIFY(match.hasMatch());
    const qsizetype lastDigit = match.capturedEnd(1) - 1; // ASCII so far: characters are bytes
    bytes[lastDigit] = bytes[lastDigit] == '9' ? '8' : char(bytes[lastDigit] + 1);
    const Verdict verdict = recompute(bytes);
    QVERIFY2(verdict.exitCode == 1, qPrintable(verdict.output));
    QVERIFY2(verdict.output.startsWith(u"/runs/0/metrics/"), qPrintable(verdict.output));
}

void TestRecompute::noticesOneDerivedDigit_data()
{
    QTest::addColumn<QString>("number"); // after the name of the file's levels
    QTest::addColumn<QString>("place");
    const QString level = u"/local/levels/0/"_s;
    for (const QString &key : {u"tokens_per_chunk"_s, u"output_tokens_per_s"_s, u"input_tokens_per_s"_s,
             u"total_tokens_per_s"_s, u"tokens_per_s_per_stream"_s})
        QTest::newRow(qPrintable(key)) << u"\"%1\": ([0-9.]+)"_s.arg(key) << level + u"derived/"_s + key;
    for (const QString &key :
        {u"start_offset_ms"_s, u"end_offset_ms"_s, u"share"_s, u"mean_in_flight"_s, u"output_per_s"_s})
        QTest::newRow(qPrintable(key)) << u"\"%1\": ([0-9.]+)"_s.arg(key) << level + u"derived/steady_state/"_s + key;
    for (const QString &key : {u"tpot_ms"_s, u"first_answer_ms"_s}) {
        for (const QString &statistic : {u"n"_s, u"mean"_s, u"p50"_s, u"p95"_s, u"p99"_s})
            QTest::newRow(qPrintable(key + u' ' + statistic)) << u"\"%1\": \\{[^}]*\"%2\": ([0-9.]+)"_s.arg(
                key, statistic) << level + u"derived/%1/%2"_s.arg(key, statistic);
    }
    QTest::newRow("of a request") << u"\"tpot_ms\": ([0-9.]+)"_s << level + u"requests/0/tpot_ms"_s;
}

void TestRecompute::noticesOneDerivedDigit()
{
    QFETCH(QString, number);
    QFETCH(QString, place);
    QString text = QString::fromUtf8(writeLoadResults(sampleResult()));
    const auto match = QRegularExpression(number).match(text, text.indexOf(u"\"levels\": "_s));
    QVERIFY(match.hasMatch());
    const qsizetype digit = match.capturedStart(1) + std::min<qsizetype>(match.capturedLength(1), 12) - 1;
    text[digit] = text[digit] == u'9' ? u'8' : QChar(text[digit].unicode() + 1);
    const Verdict verdict = recompute(text.toUtf8());
    QVERIFY2(verdict.exitCode == 1, qPrintable(verdict.output));
    QVERIFY2(verdict.output.startsWith(place + u": "_s), qPrintable(verdict.output));
}

void TestRecompute::noticesAMissingPercentile()
{
    QByteArray bytes = writeLoadResults(sampleResult());
    const qsizetype place = bytes.indexOf(", \"p99\": ");
    bytes.remove(place, bytes.indexOf('}', place) - place);
    const Verdict verdict = recompute(bytes);
    QCOMPARE(verdict.exitCode, 1);
    QVERIFY2(verdict.output.contains(u"/runs/0/metrics/ttft_ms/p99: missing"), qPrintable(verdict.output));
}

void TestRecompute::refusesWhatIsNoResult()
{
    QCOMPARE(recompute("{}").exitCode, 2);
    QCOMPARE(recompute("").exitCode, 2);
}

QTEST_GUILESS_MAIN(TestRecompute)
#include "tst_recompute.moc"
