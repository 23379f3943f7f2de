// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

LevelRow rowOf(int concurrency, double returned)
{
    LevelRow row;
    row.concurrency = concurrency;
    row.outputTokensAsked = 128;
    row.metrics.succeeded = 98;
    row.metrics.failed = 1;
    row.metrics.timedOut = 1;
    row.metrics.outputTokensMean = returned;
    row.metrics.outputThroughput = 342.5;
    row.metrics.ttft = {98, 1.5e8, 1.2e8, 2e8, {}, 3e8};
    row.metrics.itl = {12446, 2e7, 2.1e7, 2.5e7, 3e7, 4e7};
    return row;
}

} // namespace

class TestLevelsModel final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesRawNumbers();
    void tellsTheSampleBehindAPercentile();
    void marksWhatIsOffByMoreThanOnePercent_data();
    void marksWhatIsOffByMoreThanOnePercent();
    void hasNoShareWithoutCounts();
    void replacesItsRows();
};

void TestLevelsModel::givesRawNumbers()
{
    LevelsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({rowOf(8, 128)});
    const auto value = [&model](int column) { return model.index(0, column).data(); };
    QCOMPARE(value(LevelsModel::LevelColumn).toInt(), 8);
    QCOMPARE(value(LevelsModel::OkColumn).toInt(), 98);
    QCOMPARE(value(LevelsModel::FailedColumn).toInt(), 2);
    QCOMPARE(value(LevelsModel::TtftP50Column).toDouble(), 1.2e8);
    QCOMPARE(value(LevelsModel::TtftP95Column).toDouble(), 2e8);
    QVERIFY(!value(LevelsModel::TtftP99Column).isValid());
    QCOMPARE(value(LevelsModel::ItlCountColumn).toLongLong(), 12446);
    QCOMPARE(value(LevelsModel::ItlP99Column).toDouble(), 3e7);
    QVERIFY(!value(LevelsModel::LatencyP50Column).isValid());
    QCOMPARE(value(LevelsModel::OutputRateColumn).toDouble(), 342.5);
    QVERIFY(!value(LevelsModel::PerStreamColumn).isValid());
    QCOMPARE(value(LevelsModel::ReturnedColumn).toDouble(), 1.0);
}

void TestLevelsModel::tellsTheSampleBehindAPercentile()
{
    LevelsModel model;
    model.setRows({rowOf(8, 128)});
    const QModelIndex p99 = model.index(0, LevelsModel::TtftP99Column);
    QCOMPARE(p99.data(LevelsModel::SampleSizeRole).toLongLong(), 98);
    QCOMPARE(p99.data(LevelsModel::SampleNeededRole).toLongLong(), 100);
    const QModelIndex itl = model.index(0, LevelsModel::ItlP95Column);
    QCOMPARE(itl.data(LevelsModel::SampleSizeRole).toLongLong(), 12446);
    QCOMPARE(itl.data(LevelsModel::SampleNeededRole).toLongLong(), 20);
    QVERIFY(!model.index(0, LevelsModel::OkColumn).data(LevelsModel::SampleSizeRole).isValid());
}

void TestLevelsModel::marksWhatIsOffByMoreThanOnePercent_data()
{
    QTest::addColumn<double>("returned");
    QTest::addColumn<bool>("marked");
    QTest::newRow("exact") << 128.0 << false;
    QTest::newRow("within") << 127.0 << false;
    QTest::newRow("short") << 126.0 << true;
    QTest::newRow("long") << 130.0 << true;
}

void TestLevelsModel::marksWhatIsOffByMoreThanOnePercent()
{
    QFETCH(double, returned);
    LevelsModel model;
    model.setRows({rowOf(1, returned)});
    const QModelIndex cell = model.index(0, LevelsModel::ReturnedColumn);
    QTEST(cell.data(LevelsModel::DeviatesRole).toBool(), "marked");
    QCOMPARE(cell.data(LevelsModel::ReturnedMeanRole).toDouble(), returned);
    QCOMPARE(cell.data(LevelsModel::AskedRole).toInt(), 128);
}

void TestLevelsModel::hasNoShareWithoutCounts()
{
    LevelRow row = rowOf(1, 128);
    row.metrics.outputTokensMean.reset();
    row.metrics.method = TokenCountMethod::StreamChunks;
    row.interrupted = true;
    LevelsModel model;
    model.setRows({row});
    const QModelIndex cell = model.index(0, LevelsModel::ReturnedColumn);
    QVERIFY(!cell.data().isValid());
    QVERIFY(!cell.data(LevelsModel::DeviatesRole).toBool());
    QVERIFY(cell.data(LevelsModel::CountsChunksRole).toBool());
    QVERIFY(cell.data(LevelsModel::InterruptedRole).toBool());
}

void TestLevelsModel::replacesItsRows()
{
    LevelsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({rowOf(1, 128), rowOf(8, 128), rowOf(32, 128)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.columnCount(), int(LevelsModel::ColumnCount));
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
}

QTEST_GUILESS_MAIN(TestLevelsModel)
#include "tst_levelsmodel.moc"
