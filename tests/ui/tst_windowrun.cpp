// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/resultsfile.h"
#include "ui/backends.h"
#include "ui/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/textlabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QTableView>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// The real thing, from the address to the saved file, against the simulated endpoint as its own process.
class TestWindowRun final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void failsThenMeasuresThenOpensWhatItSaved();
    void stopKeepsWhatWasMeasured();
    void closingStopsARun();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        T *widget = m_window->findChild<T *>(QString::fromLatin1(name));
        if (!widget)
            qFatal("no %s", name);
        return widget;
    }
    void press(const char *name) const { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void type(const char *name, const QString &text) const
    {
        auto *edit = find<QLineEdit>(name);
        edit->clear();
        QTest::keyClicks(edit, text);
    }
    [[nodiscard]] bool visible(const char *name) const { return find<QWidget>(name)->isVisible(); }
    void startProgram();
    void connectToSimulator(const QString &model) const;
    void startPlan(const QString &levels, const QString &requests, const QString &outputTokens) const;
    [[nodiscard]] Result<LoadResult> onlySavedResult() const;

    static constexpr int patienceMs = 60'000;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowRun::initTestCase()
{
    Theme::install(*qApp);
}

void TestWindowRun::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    startProgram();
}

void TestWindowRun::startProgram()
{
    m_window = std::make_unique<MainWindow>(
        realBackends(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli")), m_folder->filePath(u"results"_s));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWindowRun::cleanup()
{
    m_window.reset();
}

void TestWindowRun::connectToSimulator(const QString &model) const
{
    press("simulator");
    QTRY_VERIFY_WITH_TIMEOUT(visible("chooseWhatToRun"), patienceMs);
    auto *models = find<QComboBox>("models");
    QVERIFY(models->isVisible());
    QCOMPARE(models->currentText(), u"sim/steady"_s);
    models->lineEdit()->selectAll();
    QTest::keyClicks(models, model);
    QTest::keyClick(models, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(visible("chooseWhatToRun") && models->currentText() == model, patienceMs);
    press("chooseWhatToRun");
}

void TestWindowRun::startPlan(const QString &levels, const QString &requests, const QString &outputTokens) const
{
    press("preset_own");
    type("concurrency", levels);
    type("requests", requests);
    type("outputTokens", outputTokens);
    type("inputTokens", u"64"_s);
    type("warmup", u"1"_s);
    press("startRun");
    QVERIFY(visible("stopRun"));
}

Result<LoadResult> TestWindowRun::onlySavedResult() const
{
    const QDir folder(m_folder->filePath(u"results"_s));
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
    type("address", u"127.0.0.1:%1"_s.arg(deadPort));
    press("connect");
    QTRY_VERIFY_WITH_TIMEOUT(visible("connectProblem"), patienceMs);
    QVERIFY2(find<MessageStrip>("connectProblem")->text().contains(QString::number(deadPort)),
        qPrintable(find<MessageStrip>("connectProblem")->text()));

    connectToSimulator(u"sim/fast"_s);
    startPlan(u"1, 3"_s, u"21"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(visible("copySummary"), patienceMs);
    QVERIFY(visible("simulatedWord"));
    auto *levels = find<QTableView>("levels");
    QCOMPARE(levels->model()->rowCount(), 2);
    QCOMPARE(levels->model()->index(1, 0).data().toString(), u"3"_s);
    press("copySummary");
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u"| 3 |"_s), qPrintable(copied));
    QVERIFY(!copied.contains(u"127.0.0.1"_s));

    const auto saved = onlySavedResult();
    QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    QVERIFY(saved->complete);
    QCOMPARE(saved->levels.size(), 2U);
    QCOMPARE(saved->levels[0].requests.size(), 21U);
    QCOMPARE(saved->model, u"sim/fast"_s);

    const QString path = find<QLineEdit>("resultPath")->text();
    const QString facts = find<TextLabel>("resultFacts")->text();
    const QString ttft = levels->model()->index(0, 3).data().toString();
    startProgram();
    m_window->openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(visible("copySummary"), patienceMs);
    QCOMPARE(find<TextLabel>("resultFacts")->text(), facts);
    QCOMPARE(find<QTableView>("levels")->model()->index(0, 3).data().toString(), ttft);
}

void TestWindowRun::stopKeepsWhatWasMeasured()
{
    connectToSimulator(u"sim/fast"_s);
    startPlan(u"2"_s, u"100000"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(find<TextLabel>("phase")->text().startsWith(u"Level 2: "_s), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(find<TextLabel>("phase")->text() > u"Level 2: 1"_s, patienceMs);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(visible("copySummary"), patienceMs);
    QVERIFY(find<QWidget>("completeWord")->accessibleName().contains(u"incomplete"_s));
    const auto saved = onlySavedResult();
    QVERIFY2(saved, saved ? "" : qPrintable(saved.error().message));
    QVERIFY(!saved->complete);
    QVERIFY(saved->partial && !saved->partial->requests.empty());
}

void TestWindowRun::closingStopsARun()
{
    connectToSimulator(u"sim/fast"_s);
    startPlan(u"2"_s, u"100000"_s, u"5"_s);
    QTRY_VERIFY_WITH_TIMEOUT(find<TextLabel>("phase")->text().startsWith(u"Level 2: "_s), patienceMs);
    m_window->close();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), patienceMs);
    QVERIFY(onlySavedResult());
}

QTEST_MAIN(TestWindowRun)
#include "tst_windowrun.moc"
