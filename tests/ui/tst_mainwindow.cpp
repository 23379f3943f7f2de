// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/levelsmodel.h"
#include "models/load/resultsfile.h"
#include "tests/ui/fakebackends.h"
#include "ui/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/textlabel.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace streamgauge;

/// Takes file URLs in place of the desktop.
class FakeDesktop final : public QObject
{
    Q_OBJECT

public:
    FakeDesktop() { QDesktopServices::setUrlHandler(u"file"_s, this, "open"); }
    ~FakeDesktop() override { QDesktopServices::unsetUrlHandler(u"file"_s); }
    Q_INVOKABLE void open(const QUrl &url) { opened << url.toLocalFile(); }
    QStringList opened;
};

/// The whole window against scripted backends, driven by object names as a person drives it.
class TestMainWindow final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void startsWithTheAddress();
    void answersAPressAtOnce();
    void tellsAWrongAddressAtItsField();
    void tellsAFailureAndAWayOn();
    void offersTheServedModels();
    void countsTheSecondsOfALongStep();
    void leadsFromConnectToRun();
    void sendsNoPlanThatIsWrong();
    void asksBeforeTokensMayCostMoney();
    void followsARunAndShowsItsResult();
    void stopsByKeyAndKeepsTheResult();
    void tellsARunThatNeverBegan();
    void stopsBeforeItCloses();
    void copiesTheSummary();
    void opensFileAndFolderOutside();
    void tellsADamagedFileOnce();
    void opensADroppedFile();
    void explainsEachColumn();
    void hasANameForEverythingThatTakesFocus();
    void tabReachesTheForm();

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
    [[nodiscard]] QString text(const char *name) const { return find<TextLabel>(name)->text(); }
    [[nodiscard]] bool visible(const char *name) const { return find<QWidget>(name)->isVisible(); }
    void connectToFake(const QString &address = u"localhost:8080"_s) const;
    void startOnePersonRun() const;
    [[nodiscard]] std::shared_ptr<LoadResult> resultOf(bool complete) const;
    [[nodiscard]] QString savedResult() const;
    void checkNamesOfVisibleWidgets() const;

    test::Fakes m_fakes;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    Theme::install(*qApp);
    QAccessible::setActive(true);
}

void TestMainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(m_fakes.backends(), m_folder->filePath(u"results"_s));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
}

void TestMainWindow::connectToFake(const QString &address) const
{
    type("address", address);
    press("connect");
    m_fakes.probe->finish({test::reportOf({u"tiny"_s}), {}, 0, {}});
}

void TestMainWindow::startOnePersonRun() const
{
    connectToFake();
    press("chooseWhatToRun");
    press("startRun");
}

std::shared_ptr<LoadResult> TestMainWindow::resultOf(bool complete) const
{
    auto result = std::make_shared<LoadResult>();
    result->createdAt = QDateTime(QDate(2026, 1, 31), QTime(12, 0), Qt::UTC);
    result->plan.concurrency = {1};
    result->plan.requests = 2;
    result->endpoint = u"http://localhost:8080"_s;
    result->endpointHost = u"localhost"_s;
    result->model = u"tiny"_s;
    result->probe = test::reportOf({u"tiny"_s});
    result->complete = complete;
    LoadLevel level;
    level.concurrency = 1;
    for (quint64 i = 0; i < 2; ++i) {
        RequestRecord request;
        request.index = 4 + i;
        request.outcome = Outcome::Succeeded;
        request.dispatchNs = qint64(i) * 1'000'000'000;
        request.attempts = 1;
        request.ttftNs = 120'000'000;
        request.firstAnswerNs = 120'000'000;
        request.firstDeltaKind = DeltaKind::Answer;
        request.lastDeltaNs = 160'000'000;
        request.latencyNs = 161'000'000;
        request.contentChunks = 3;
        request.reads = 3;
        request.itlNs = {20'000'000, 20'000'000};
        request.finishReason = u"length"_s;
        request.inputTokens = 512;
        request.outputTokens = 3;
        level.requests.push_back(request);
    }
    result->levels.push_back(level);
    result->warnings = {{u"no_end_marker"_s, u"One stream ended without [DONE]."_s, 1, {}}};
    return result;
}

QString TestMainWindow::savedResult() const
{
    const QString path = m_folder->filePath(u"saved.json"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(writeLoadResults(*resultOf(true))) < 0)
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

void TestMainWindow::startsWithTheAddress()
{
    QCOMPARE(m_window->size(), QSize(1000, 680));
    QVERIFY(find<QLineEdit>("address")->hasFocus());
    QCOMPARE(find<QLineEdit>("apiKey")->echoMode(), QLineEdit::Password);
    QVERIFY(!visible("steps"));
    QCOMPARE(text("statusText"), u"Not connected"_s);
}

void TestMainWindow::answersAPressAtOnce()
{
    type("address", u"localhost:8080"_s);
    press("connect");
    // No event loop has turned since the press.
    QVERIFY(visible("waiting"));
    QCOMPARE(text("waiting"), u"Looking up the name…"_s);
    m_fakes.probe->giveStep({u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 1000});
    QCOMPARE(text("waiting"), u"Opening a connection…"_s);
    QCOMPARE(find<QTableView>("steps")->model()->rowCount(), 1);
    QCOMPARE(find<QTableView>("steps")->model()->index(0, 1).data().toString(), u"Name found"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(m_fakes.probe.isNull() || m_fakes.probe->cancelled);
    QVERIFY(!visible("waiting"));
}

void TestMainWindow::tellsAWrongAddressAtItsField()
{
    type("address", u"ftp://nowhere"_s);
    QTest::keyClick(find<QLineEdit>("address"), Qt::Key_Return);
    QVERIFY(find<QLineEdit>("address")->hasFocus());
    QVERIFY(!visible("connectProblem"));
    const auto problems = find<QWidget>("address")->parentWidget()->parentWidget()->findChildren<TextLabel *>();
    const auto told = [](const TextLabel *label) { return label->isVisible() && label->text().contains(u"ftp"_s); };
    QVERIFY(std::ranges::any_of(problems, told));
    type("address", u"localhost"_s);
    QVERIFY(std::ranges::none_of(problems, told));
}

void TestMainWindow::tellsAFailureAndAWayOn()
{
    type("address", u"localhost:9"_s);
    press("connect");
    m_fakes.probe->finish({{}, {}, 3, Error{u"endpoint.connection"_s, u"refused by http://localhost:9/v1/models"_s}});
    QVERIFY(visible("connectProblem"));
    QCOMPARE(find<MessageStrip>("connectProblem")->text(), u"refused by http://localhost:9/v1/models"_s);
    press("editAddress");
    QVERIFY(find<QLineEdit>("address")->hasFocus());
    const QPointer<test::FakeProbe> first = m_fakes.probe;
    press("retry");
    QVERIFY(m_fakes.probe != first);
    m_fakes.probe->finish({test::reportOf({u"tiny"_s}), {}, 0, {}});
    QVERIFY(!visible("connectProblem"));
    QVERIFY(visible("chooseWhatToRun"));
    QCOMPARE(text("statusText"), u"tiny at http://localhost:9"_s);
}

void TestMainWindow::offersTheServedModels()
{
    type("address", u"localhost:8080"_s);
    press("connect");
    m_fakes.probe->finish({test::reportOf({u"alpha"_s, u"beta"_s}), {}, 2, Error{u"endpoint.model"_s, u"which?"_s}});
    auto *models = find<QComboBox>("models");
    QVERIFY(models->isVisible());
    QCOMPARE(models->currentIndex(), -1);
    QTest::keyClicks(models, u"beta"_s);
    QTest::keyClick(models, Qt::Key_Return);
    QCOMPARE(m_fakes.probe->settings.model, u"beta"_s);
    m_fakes.probe->finish({test::reportOf({u"beta"_s, u"alpha"_s}), {}, 0, {}});
    QCOMPARE(models->currentText(), u"beta"_s);
    press("connectAgain");
    QCOMPARE(m_fakes.probe->settings.model, u"beta"_s);
}

void TestMainWindow::countsTheSecondsOfALongStep()
{
    type("address", u"localhost:8080"_s);
    press("connect");
    QTRY_VERIFY_WITH_TIMEOUT(text("waiting").contains(u"may be loading the model"_s), 10'000);
    QVERIFY(text("waiting").contains(u'3') || text("waiting").contains(u'4'));
}

void TestMainWindow::leadsFromConnectToRun()
{
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(visible("connectFirst"));
    press("connectFirst");
    connectToFake(u"192.168.0.7:8080"_s);
    QVERIFY(text("connectedText").contains(u"This machine and the network to 192.168.0.7"_s));
    press("chooseWhatToRun");
    QVERIFY(visible("startRun"));
    QVERIFY(text("cost_reference").contains(u"304 requests"_s));
    QVERIFY(text("cost_long_prompts").contains(u"cannot tell yet"_s));
    press("changeEndpoint");
    QVERIFY(visible("connectAgain"));
}

void TestMainWindow::sendsNoPlanThatIsWrong()
{
    connectToFake();
    press("chooseWhatToRun");
    press("preset_own");
    type("requests", u"many"_s);
    QVERIFY(!find<QWidget>("startRun")->isEnabled());
    QVERIFY(text("planSummary").contains(u"many"_s));
    type("requests", u"3"_s);
    type("concurrency", u"2, 4"_s);
    QVERIFY(find<QWidget>("startRun")->isEnabled());
    press("startRun");
    const std::vector<int> levels{2, 4};
    QCOMPARE(m_fakes.run->setup.plan.concurrency, levels);
    QCOMPARE(m_fakes.run->setup.plan.requests, 3);
    m_fakes.run->give({RunFinished{}});
}

void TestMainWindow::asksBeforeTokensMayCostMoney()
{
    connectToFake(u"https://api.example.com/v1"_s);
    press("chooseWhatToRun");
    QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY(!m_fakes.run);
    QVERIFY(find<MessageStrip>("costQuestion")->text().contains(u"api.example.com"_s));
    press("notNow");
    QVERIFY(!m_fakes.run);
    press("startRun");
    press("sendAnyway");
    QVERIFY(m_fakes.run && m_fakes.run->started);
    m_fakes.run->give({RunFinished{}});
    press("startRun"); // asked once
    QVERIFY(m_fakes.run && m_fakes.run->started);
    m_fakes.run->give({RunFinished{}});
}

void TestMainWindow::followsARunAndShowsItsResult()
{
    startOnePersonRun();
    QVERIFY(visible("stopRun"));
    QVERIFY(m_fakes.run->setup.outPath.startsWith(m_folder->path()));
    LiveSnapshot snapshot;
    snapshot.phase = RunPhase::Level;
    snapshot.level = 0;
    snapshot.concurrency = 1;
    snapshot.done = 7;
    snapshot.total = 20;
    snapshot.secondsLeft = 33;
    m_fakes.run->give({snapshot});
    QTRY_COMPARE(text("phase"), u"Level 1: 7 of 20"_s);
    QCOMPARE(text("levelStates"), u"Level 1 running"_s);
    QVERIFY(text("statusText").startsWith(u"Level 1: 7 of 20"_s));
    QVERIFY(!find<QAction>("actionTest")->isEnabled());
    RunFinished end;
    end.result = resultOf(true);
    end.path = savedResult();
    m_fakes.run->give({end});
    QTRY_COMPARE(find<QTableView>("levels")->model()->rowCount(), 1);
    QVERIFY(visible("copySummary"));
    QVERIFY(text("resultFacts").startsWith(u"hardware not stated, 1 level, 2 requests"_s));
    QCOMPARE(find<QTableView>("warnings")->model()->rowCount(), 1);
    QCOMPARE(find<QLineEdit>("resultPath")->text(), end.path);
}

void TestMainWindow::stopsByKeyAndKeepsTheResult()
{
    startOnePersonRun();
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(m_fakes.run->stops, 1);
    QTRY_VERIFY(text("phase").startsWith(u"Stopping"_s));
    RunFinished end;
    end.exitCode = 130;
    end.result = resultOf(false);
    m_fakes.run->give({end});
    QTRY_VERIFY(visible("copySummary"));
    QVERIFY(find<QWidget>("completeWord")->accessibleName().contains(u"incomplete"_s));
    QVERIFY(!visible("openResultsFile")); // no file was written
}

void TestMainWindow::tellsARunThatNeverBegan()
{
    startOnePersonRun();
    RunFinished end;
    end.exitCode = 3;
    end.error = Error{u"endpoint.connection"_s, u"The server went away."_s};
    m_fakes.run->give({end});
    QVERIFY(visible("runProblem"));
    QCOMPARE(find<MessageStrip>("runProblem")->text(), u"The server went away."_s);
    QVERIFY(visible("startRun"));
}

void TestMainWindow::stopsBeforeItCloses()
{
    startOnePersonRun();
    m_window->close();
    QVERIFY(m_window->isVisible());
    QCOMPARE(m_fakes.run->stops, 1);
    m_fakes.run->give({RunFinished{}});
    QVERIFY(!m_window->isVisible());
}

void TestMainWindow::copiesTheSummary()
{
    m_window->openFile(savedResult());
    QTRY_VERIFY(visible("copySummary"));
    QGuiApplication::clipboard()->clear();
    press("copySummary");
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u'|') && copied.contains(u"TTFT"_s), qPrintable(copied));
    QVERIFY(text("copied").contains(u"Markdown"_s));
}

void TestMainWindow::opensFileAndFolderOutside()
{
    FakeDesktop desktop;
    const QString path = savedResult();
    m_window->openFile(path);
    QTRY_VERIFY(visible("openResultsFile"));
    press("openResultsFile");
    press("showFolder");
    QCOMPARE(desktop.opened, QStringList({path, m_folder->path()}));
    QVERIFY(QFile::remove(path));
    press("openResultsFile");
    QCOMPARE(desktop.opened.size(), 2);
    QVERIFY(find<MessageStrip>("resultProblem")->text().contains(u"not there any more"_s));
}

void TestMainWindow::tellsADamagedFileOnce()
{
    const QString whole = savedResult();
    QFile file(whole);
    QVERIFY(file.resize(file.size() / 2));
    m_window->openFile(whole);
    QTRY_VERIFY(visible("resultProblem"));
    QVERIFY(find<MessageStrip>("resultProblem")->text().contains(whole));
    QVERIFY(!visible("reading"));
    QVERIFY(visible("openFirst"));
    m_window->openFile(m_folder->filePath(u"missing.json"_s));
    QTRY_VERIFY(find<MessageStrip>("resultProblem")->text().contains(u"missing.json"_s));
    // A folder is no file, and two in a row end with the last one.
    m_window->openFile(m_folder->path());
    m_window->openFile(savedResult());
    QTRY_VERIFY(visible("copySummary"));
    QVERIFY(!visible("resultProblem"));
}

void TestMainWindow::opensADroppedFile()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(savedResult())});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(visible("copySummary"));
    QMimeData words;
    words.setText(u"no file"_s);
    QDragEnterEvent other({10, 10}, Qt::CopyAction, &words, Qt::LeftButton, Qt::NoModifier);
    other.setAccepted(false);
    QApplication::sendEvent(m_window.get(), &other);
    QVERIFY(!other.isAccepted());
}

void TestMainWindow::explainsEachColumn()
{
    m_window->openFile(savedResult());
    QTRY_VERIFY(visible("levels"));
    auto *table = find<QTableView>("levels");
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        QVERIFY(!table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        table->setCurrentIndex(table->model()->index(0, column));
        QVERIFY(text("definition").contains(u" = "_s));
    }
    const QModelIndex p95 = table->model()->index(0, LevelsModel::TtftP95Column);
    QCOMPARE(p95.data().toString(), u"\u2013"_s);
    QVERIFY(p95.data(Qt::ToolTipRole).toString().contains(u"p95 needs 20"_s));
    QVERIFY(table->model()->index(0, LevelsModel::ReturnedColumn).data().toString().endsWith(u", short"_s));
}

void TestMainWindow::checkNamesOfVisibleWidgets() const
{
    for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy())
            continue;
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        const QString name = interface ? interface->text(QAccessible::Name) : QString();
        QVERIFY2(!name.isEmpty(),
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
    }
}

void TestMainWindow::hasANameForEverythingThatTakesFocus()
{
    checkNamesOfVisibleWidgets();
    type("address", u"localhost:8080"_s);
    press("connect");
    m_fakes.probe->giveStep({u"name"_s, ProbeStep::State::Passed, u"127.0.0.1"_s, 1000});
    checkNamesOfVisibleWidgets();
    m_fakes.probe->finish({test::reportOf({u"a"_s, u"b"_s}), {}, 0, {}});
    checkNamesOfVisibleWidgets();
    press("chooseWhatToRun");
    press("preset_own");
    checkNamesOfVisibleWidgets();
    press("startRun");
    checkNamesOfVisibleWidgets();
    RunFinished end;
    end.result = resultOf(true);
    end.path = savedResult();
    m_fakes.run->give({end});
    QTRY_VERIFY(visible("copySummary"));
    checkNamesOfVisibleWidgets();
}

void TestMainWindow::tabReachesTheForm()
{
    const char *const order[] = {"address", "connect", "apiKey", "simulator", "openResult"};
    for (const char *name : order) {
        QVERIFY2(find<QWidget>(name)->hasFocus(), name);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
