// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "tests/ui/windowdriver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QTableView>
#include <QTcpServer>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// The real thing, from the address to the saved file, against the simulated endpoint as its own process.
class TestWindowRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void failsThenMeasuresThenOpensWhatItSaved();
    void stopKeepsWhatWasMeasured();
    void closingStopsARun();
    void keepsTheCheckOfTheInstrument();

private:
    void startProgram();
    void connectToSimulator(const QString &model) const;
    void startPlan(const QString &levels, const QString &requests, const QString &outputTokens) const;
    [[nodiscard]] Result<LoadResult> onlySavedResult() const;

    static constexpr int patienceMs = 60'000;
    std::unique_ptr<test::WindowDriver> m_driver;
};

void TestWindowRun::initTestCase()
{
    Theme::install(*qApp);
}

void TestWindowRun::init()
{
    m_driver = std::make_unique<test::WindowDriver>();
    startProgram();
}

void TestWindowRun::startProgram()
{
    m_driver->start(realBackends(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli")));
}

void TestWindowRun::cleanup()
{
    m_driver.reset();
}

void TestWindowRun::connectToSimulator(const QString &model) const
{
    m_driver->press("simulator");
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("chooseWhatToRun"), patienceMs);
    auto *models = m_driver->find<QComboBox>("models");
    QVERIFY(models->isVisible());
    QCOMPARE(models->currentText(), u"sim/steady"_s);
    models->lineEdit()->selectAll();
    QTest::keyClicks(models, model);
    QTest::keyClick(models, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("chooseWhatToRun") && models->currentText() == model, patienceMs);
    m_driver->press("chooseWhatToRun");
}

void TestWindowRun::startPlan(const QString &levels, const QString &requests, const QString &outputTokens) const
{
    m_driver->press("preset_own");
    m_driver->type("concurrency", levels);
    m_driver->type("requests", requests);
    m_driver->type("outputTokens", outputTokens);
    m_driver->type("inputTokens", u"64"_s);
    m_driver->type("warmup", u"1"_s);
    m_driver->press("startRun");
    QVERIFY(m_driver->visible("stopRun"));
}

Result<LoadResult> TestWindowRun::onlySavedResult() const
{
    const QDir folder(m_driver->resultsFolder());
    const QStringList files = folder.entryList({u"*.json"_s}, QDir::Files);
    if (files.size() != 1)
        return failure(u"test.files"_s, files.join(u' '));
    QFile file(folder.filePath(files.constFirst()));
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"test.open"_s, file.errorString());
    return readLoadResults(file.readAll());
}

void TestWindowRun::failsThenMeasuresThenOpensWhatItSaved()
{
    quint16 deadPort = 0;
    {
        QTcpServer server; // its port is free again, so that it refuses
        QVERIFY(server.listen(QHostAddress::LocalHost));
        deadPort = server.serverPort();
    }
    m_driver->type("address", u"127.0.0.1:%1"_s.arg(deadPort));
    m_driver->press("connect");
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("connectProblem"), patienceMs);
    QVERIFY2(m_driver->find<MessageStrip>("connectProblem")->text().contains(QString::number(deadPort)),
        qPrintable(m_driver->find<MessageStrip>("connectProblem")->text()));

    connectToSimulator(u"sim/fast"_s);
    startPlan(u"1, 3"_s, u"21"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("copySummary"), patienceMs);
    QVERIFY(m_driver->visible("simulatedWord"));
    auto *levels = m_driver->find<QTableView>("levels");
    QCOMPARE(levels->model()->rowCount(), 2);
    QCOMPARE(levels->model()->index(1, 0).data().toString(), u"3"_s);
    m_driver->press("copySummary");
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u"| 3 |"_s), qPrintable(copied));
    QVERIFY(!copied.contains(u"127.0.0.1"_s));

    const auto saved = onlySavedResult();
    QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    QVERIFY(saved->complete);
    QCOMPARE(saved->levels.size(), 2U);
    QCOMPARE(saved->levels[0].requests.size(), 21U);
    QCOMPARE(saved->model, u"sim/fast"_s);

    const QString path = m_driver->find<QLineEdit>("resultPath")->text();
    const QString facts = m_driver->text("resultFacts");
    const QString ttft = levels->model()->index(0, 3).data().toString();
    startProgram();
    m_driver->window()->openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("copySummary"), patienceMs);
    QCOMPARE(m_driver->text("resultFacts"), facts);
    QCOMPARE(m_driver->find<QTableView>("levels")->model()->index(0, 3).data().toString(), ttft);
}

void TestWindowRun::stopKeepsWhatWasMeasured()
{
    connectToSimulator(u"sim/fast"_s);
    startPlan(u"2"_s, u"100000"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->text("phase").startsWith(u"Level 2: "_s), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->text("phase") > u"Level 2: 1"_s, patienceMs);
    m_driver->key(Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("copySummary"), patienceMs);
    QVERIFY(m_driver->find<QWidget>("completeWord")->accessibleName().contains(u"incomplete"_s));
    const auto saved = onlySavedResult();
    QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    QVERIFY(!saved->complete);
    QVERIFY(saved->partial && !saved->partial->requests.empty());
}

void TestWindowRun::closingStopsARun()
{
    connectToSimulator(u"sim/fast"_s);
    startPlan(u"2"_s, u"100000"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->text("phase").startsWith(u"Level 2: "_s), patienceMs);
    m_driver->window()->close();
    m_driver->press("stopAndQuit");
    QTRY_VERIFY_WITH_TIMEOUT(!m_driver->window()->isVisible(), patienceMs);
    QVERIFY(onlySavedResult());
}

void TestWindowRun::keepsTheCheckOfTheInstrument()
{
    m_driver->press("checkInstrument");
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("instrumentVerdict"), patienceMs);
    connectToSimulator(u"sim/fast"_s);
    startPlan(u"2"_s, u"4"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_driver->visible("copySummary"), patienceMs);
    const auto saved = onlySavedResult();
    QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    QVERIFY(saved->instrumentCheck);
    QCOMPARE(saved->instrumentCheck->concurrency, 32);
    QCOMPARE(saved->instrumentCheck->lost, 0);
    QVERIFY(saved->instrumentCheck->createdAt <= saved->createdAt);
}

QTEST_MAIN(TestWindowRun)
#include "tst_windowrun.moc"
