// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

SummaryRow rowOf(int concurrency)
{
    SummaryRow row;
    row.concurrency = concurrency;
    row.outputTokensAsked = 128;
    row.succeeded = {98.0, u"98 of 100"_s, {}};
    row.metrics.requestThroughput = 2.5;
    row.ttft = {98, {1.2e8, u"120"_s, {}}, {2e8, u"200"_s, {}}, {{}, u"-"_s, u"98 of 100; p99 needs 100"_s}};
    row.itl = {12446, {2.1e7, u"21.0"_s, {}}, {2.5e7, u"25.0"_s, {}}, {3e7, u"30.0"_s, {}}};
    row.latency = {98, {2.7e9, u"2700"_s, {}}, {2.8e9, u"2800"_s, {}}, {{}, u"-"_s, u"too few"_s}};
    row.outputRate = {342.5, u"342.5"_s, {}};
    row.errors = {2.0, u"2"_s, {}};
    row.returned = {0.94, u"120.3 of 128"_s, {}};
    row.returnedOff = true;
    row.tpot = {98, {2e7, u"20.0"_s, {}}, {2.4e7, u"24.0"_s, {}}, {{}, u"-"_s, u"98 of 100; p99 needs 100"_s}};
    row.firstAnswer = {97, {1.5e8, u"150"_s, {}}, {2.5e8, u"250"_s, {}}, {{}, u"-"_s, u"too few"_s}};
    row.tokensPerChunk = {1.5, u"1.50"_s, {}};
    row.steadyRate = {360.5, u"360.5"_s, {}};
    row.steadyShare = {0.92, u"92 %"_s, {}};
    row.steadyInFlight = {7.9, u"7.9"_s, {}};
    row.inputRate = {1300.0, u"1300.0"_s, {}};
    row.ratePerStream = {{}, u"-"_s, u"no usage"_s};
    return row;
}

} // namespace

class TestLevelsModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesRawNumbers_data();
    void givesRawNumbers();
    void givesTheTextsOfTheSummary();
    void saysWhyThereIsNoNumber();
    void tellsTheSampleBehindAPercentile();
    void marksTheReturnedTokensOnly();
    void tellsOfTheWholeRow();
    void replacesItsRows();
};

void TestLevelsModel::givesRawNumbers_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<double>("value");
    QTest::newRow("level") << int(LevelsModel::LevelColumn) << 8.0;
    QTest::newRow("ok") << int(LevelsModel::OkColumn) << 98.0;
    QTest::newRow("failed") << int(LevelsModel::FailedColumn) << 2.0;
    QTest::newRow("ttft p50") << int(LevelsModel::TtftP50Column) << 1.2e8;
    QTest::newRow("ttft p95") << int(LevelsModel::TtftP95Column) << 2e8;
    QTest::newRow("itl n") << int(LevelsModel::ItlCountColumn) << 12446.0;
    QTest::newRow("itl p50") << int(LevelsModel::ItlP50Column) << 2.1e7;
    QTest::newRow("itl p99") << int(LevelsModel::ItlP99Column) << 3e7;
    QTest::newRow("latency p50") << int(LevelsModel::LatencyP50Column) << 2.7e9;
    QTest::newRow("latency p95") << int(LevelsModel::LatencyP95Column) << 2.8e9;
    QTest::newRow("output") << int(LevelsModel::OutputRateColumn) << 342.5;
    QTest::newRow("requests") << int(LevelsModel::RequestRateColumn) << 2.5;
    QTest::newRow("tpot p50") << int(LevelsModel::TpotP50Column) << 2e7;
    QTest::newRow("tpot p95") << int(LevelsModel::TpotP95Column) << 2.4e7;
    QTest::newRow("first answer p95") << int(LevelsModel::FirstAnswerP95Column) << 2.5e8;
    QTest::newRow("tokens a chunk") << int(LevelsModel::TokensPerChunkColumn) << 1.5;
    QTest::newRow("steady output") << int(LevelsModel::SteadyRateColumn) << 360.5;
    QTest::newRow("steady share") << int(LevelsModel::SteadyShareColumn) << 0.92;
    QTest::newRow("steady in flight") << int(LevelsModel::SteadyInFlightColumn) << 7.9;
    QTest::newRow("input") << int(LevelsModel::InputRateColumn) << 1300.0;
    QTest::newRow("returned") << int(LevelsModel::ReturnedColumn) << 0.94;
}

void TestLevelsModel::givesRawNumbers()
{
    QFETCH(int, column);
    LevelsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({rowOf(8)});
    QTEST(model.index(0, column).data().toDouble(), "value");
}

void TestLevelsModel::givesTheTextsOfTheSummary()
{
    LevelsModel model;
    model.setRows({rowOf(8)});
    const auto text = [&model](int column) { return model.index(0, column).data(LevelsModel::TextRole).toString(); };
    QCOMPARE(text(LevelsModel::TtftP95Column), u"200"_s);
    QCOMPARE(text(LevelsModel::ItlP50Column), u"21.0"_s);
    QCOMPARE(text(LevelsModel::ReturnedColumn), u"120.3 of 128"_s);
    QCOMPARE(text(LevelsModel::FailedColumn), u"2"_s);
    QCOMPARE(text(LevelsModel::OkColumn), u"98 of 100"_s);
    QVERIFY(!model.index(0, LevelsModel::LevelColumn).data(LevelsModel::TextRole).isValid());
}

void TestLevelsModel::saysWhyThereIsNoNumber()
{
    LevelsModel model;
    model.setRows({rowOf(8)});
    const QModelIndex p99 = model.index(0, LevelsModel::TtftP99Column);
    QVERIFY(!p99.data().isValid());
    QCOMPARE(p99.data(LevelsModel::WhyRole).toString(), u"98 of 100; p99 needs 100"_s);
    QCOMPARE(model.index(0, LevelsModel::TtftP50Column).data(LevelsModel::WhyRole).toString(), QString());
    const QModelIndex perStream = model.index(0, LevelsModel::PerStreamColumn);
    QVERIFY(!perStream.data().isValid());
    QCOMPARE(perStream.data(LevelsModel::WhyRole).toString(), u"no usage"_s);
}

void TestLevelsModel::tellsTheSampleBehindAPercentile()
{
    LevelsModel model;
    model.setRows({rowOf(8)});
    const auto size = [&model](int column) { return model.index(0, column).data(LevelsModel::SampleSizeRole); };
    QCOMPARE(size(LevelsModel::TtftP99Column).toLongLong(), 98);
    QCOMPARE(size(LevelsModel::ItlP95Column).toLongLong(), 12446);
    QCOMPARE(size(LevelsModel::FirstAnswerP50Column).toLongLong(), 97);
    QVERIFY(!size(LevelsModel::OkColumn).isValid());
}

void TestLevelsModel::marksTheReturnedTokensOnly()
{
    SummaryRow right = rowOf(1);
    right.returnedOff = false;
    LevelsModel model;
    model.setRows({rowOf(8), right});
    QVERIFY(model.index(0, LevelsModel::ReturnedColumn).data(LevelsModel::DeviatesRole).toBool());
    QVERIFY(!model.index(0, LevelsModel::OutputRateColumn).data(LevelsModel::DeviatesRole).toBool());
    QVERIFY(!model.index(1, LevelsModel::ReturnedColumn).data(LevelsModel::DeviatesRole).toBool());
}

void TestLevelsModel::tellsOfTheWholeRow()
{
    SummaryRow row = rowOf(1);
    row.interrupted = true;
    row.metrics.method = TokenCountMethod::StreamChunks;
    LevelsModel model;
    model.setRows({rowOf(8), row});
    QVERIFY(!model.index(0, 0).data(LevelsModel::InterruptedRole).toBool());
    QVERIFY(model.index(1, 0).data(LevelsModel::InterruptedRole).toBool());
    QVERIFY(!model.index(0, 0).data(LevelsModel::CountsChunksRole).toBool());
    QVERIFY(model.index(1, 0).data(LevelsModel::CountsChunksRole).toBool());
}

void TestLevelsModel::replacesItsRows()
{
    LevelsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({rowOf(1), rowOf(8), rowOf(32)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.columnCount(), int(LevelsModel::ColumnCount));
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
}

QTEST_GUILESS_MAIN(TestLevelsModel)
#include "tst_levelsmodel.moc"
