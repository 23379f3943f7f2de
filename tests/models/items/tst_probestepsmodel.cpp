// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/probestepsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

class TestProbeStepsModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growsRowByRow();
    void reportsRawRoles();
    void putsTheLastStepInOtherWords();
    void clearsToNothing();
    void answersNothingOutside();
};

void TestProbeStepsModel::growsRowByRow()
{
    ProbeStepsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.append({{u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 1000}});
    model.append({});
    model.append(
        {{u"port"_s, ProbeStep::State::Passed, u"open"_s, {}}, {u"models"_s, ProbeStep::State::Failed, {}, {}}});
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(inserted.at(1).at(1).toInt(), 1);
    QCOMPARE(inserted.at(1).at(2).toInt(), 2);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.columnCount(), int(ProbeStepsModel::ColumnCount));
}

void TestProbeStepsModel::reportsRawRoles()
{
    ProbeStepsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({{u"port"_s, ProbeStep::State::Failed, u"connection refused"_s, 1'500'000},
        {u"tls"_s, ProbeStep::State::Skipped, {}, {}}});
    const QModelIndex first = model.index(0, ProbeStepsModel::FactColumn);
    QCOMPARE(first.data().toString(), u"connection refused"_s);
    QCOMPARE(first.data(ProbeStepsModel::StateRole).toInt(), int(ProbeStep::State::Failed));
    QCOMPARE(first.data(ProbeStepsModel::NameRole).toString(), u"port"_s);
    QCOMPARE(first.data(ProbeStepsModel::DurationRole).toLongLong(), 1'500'000);
    QVERIFY(!model.index(1, ProbeStepsModel::TimeColumn).data().isValid());
}

void TestProbeStepsModel::putsTheLastStepInOtherWords()
{
    ProbeStepsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({{u"models"_s, ProbeStep::State::Passed, u"2"_s, {}}, {u"model"_s, ProbeStep::State::Failed, {}, {}}});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.replaceLast({u"model"_s, ProbeStep::State::Warned, u"a, b"_s, {}});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 1);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, ProbeStepsModel::FactColumn).data().toString(), u"a, b"_s);
    QCOMPARE(model.index(0, ProbeStepsModel::FactColumn).data().toString(), u"2"_s);
}

void TestProbeStepsModel::clearsToNothing()
{
    ProbeStepsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.clear();
    QCOMPARE(reset.count(), 0);
    model.append({{u"name"_s, ProbeStep::State::Passed, {}, {}}});
    model.clear();
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(), 0);
}

void TestProbeStepsModel::answersNothingOutside()
{
    ProbeStepsModel model;
    model.append({{u"name"_s, ProbeStep::State::Passed, {}, {}}});
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    QCOMPARE(model.columnCount(model.index(0, 0)), 0);
    QVERIFY(!model.index(0, 0).data(Qt::DecorationRole).isValid());
    QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
}

QTEST_GUILESS_MAIN(TestProbeStepsModel)
#include "tst_probestepsmodel.moc"
