// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/warningsmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

class TestWarningsModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrder();
    void tellsWhereAWarningBelongs();
};

void TestWarningsModel::keepsTheOrder()
{
    WarningsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setWarnings({{u"probe_failed"_s, u"first"_s, {}, {}}});
    model.append({u"connect_limited"_s, u"second"_s, 8, {}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, WarningsModel::MessageColumn).data().toString(), u"first"_s);
    QCOMPARE(model.index(1, WarningsModel::CodeColumn).data().toString(), u"connect_limited"_s);
    model.setWarnings({});
    QCOMPARE(model.rowCount(), 0);
}

void TestWarningsModel::tellsWhereAWarningBelongs()
{
    WarningsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setWarnings({{u"a"_s, u"of the run"_s, {}, {}}, {u"b"_s, u"of a request"_s, 32, 7}});
    QVERIFY(!model.index(0, 0).data(WarningsModel::LevelRole).isValid());
    QVERIFY(!model.index(0, 0).data(WarningsModel::RequestRole).isValid());
    QCOMPARE(model.index(1, 0).data().toInt(), 32);
    QCOMPARE(model.index(1, 0).data(WarningsModel::RequestRole).toULongLong(), 7ULL);
    QVERIFY(!model.index(1, 0).data(Qt::ToolTipRole).isValid());
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
}

QTEST_GUILESS_MAIN(TestWarningsModel)
#include "tst_warningsmodel.moc"
