// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/load/resultsfile.h"
#include "tests/support/hostilefiles.h"
#include "tests/ui/windowdriver.h"
#include "ui/widgets/messagestrip.h"

#include <QDir>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;
using namespace streamgauge::test;

/// What the window says to files that are not what they should be, and to numbers that make no sense.
class TestHostileInput final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatAFileIs_data()
    {
        QTest::addColumn<HostileFile>("file");
        for (const HostileFile &file : hostileFiles(writeLoadResults(*sampleResult(true))))
            QTest::newRow(file.name) << file;
    }

    void saysWhatAFileIs()
    {
        QFETCH(HostileFile, file);
        FakeWindow window;
        const QString path = window.path(u"chosen.json"_s);
        file.make(path);
        window.window()->openFile(path);
        QTRY_VERIFY(window.visible("resultProblem"));
        const QString told = window.find<MessageStrip>("resultProblem")->text();
        QVERIFY2(told.contains(file.words) && told.contains(path) && told.size() < 1000, qPrintable(told));
        QVERIFY(!window.visible("reading"));
        // The next file is none the worse for it.
        window.window()->openFile(window.savedResult());
        QTRY_VERIFY(window.visible("copySummary"));
    }

    void offersNoPipeAndRefusesWhatIsTooLarge()
    {
        WindowDriver driver;
        Fakes fakes;
        QVERIFY(QDir().mkpath(driver.resultsFolder()));
        for (const HostileFile &file : hostileFiles(writeLoadResults(*sampleResult(true)))) {
            const QByteArray name = file.name;
            if (name == "2 GiB" || name == "a pipe" || name.contains("device"))
                file.make(driver.resultsFolder() + u'/' + QString::fromUtf8(name) + u".json"_s + JournalFile::suffix);
        }
        driver.start(fakes.backends());
        QVERIFY(driver.visible("recoveryOffer"));
        auto *strip = driver.find<MessageStrip>("recoveryStrip");
        QVERIFY2(strip->text().contains(u"2 GiB"_s) && !strip->text().contains(u"pipe"_s)
                && !strip->text().contains(u"device"_s),
            qPrintable(strip->text()));
        QTest::mouseClick(strip->findChild<QPushButton *>(), Qt::LeftButton);
        QTRY_VERIFY(driver.visible("resultProblem"));
        const QString told = driver.find<MessageStrip>("resultProblem")->text();
        QVERIFY2(told.contains(u"2,048 MiB; 1,024 are read at most"_s), qPrintable(told));
    }

    void namesTheNumberAndItsRange_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("range"); // as it stands in what is said
        const auto field = [](const char *name, const QString &range, const QStringList &wrong) {
            for (const QString &typed : wrong)
                QTest::addRow("%s: %s", name, qPrintable(typed.left(24))) << QByteArray(name) << typed << range;
        };
        const QStringList none{u""_s, u"x"_s, u"1e3"_s, u"1,000"_s, u"0x10"_s, u"1.5"_s, u"-1"_s, u"nan"_s,
            u"99999999999999999999"_s, QString(1000, u'9')};
        field("requests", u"from 1 to 1,000,000"_s, none + QStringList{u"0"_s, u"1000001"_s});
        field("warmup", u"from 0 to 1,000,000"_s, none + QStringList{u"1000001"_s});
        field("inputTokens", u"from 1 to 10,000,000"_s, none + QStringList{u"0"_s, u"10000001"_s});
        field("outputTokens", u"from 1 to 10,000,000"_s, none + QStringList{u"0"_s, u"10000001"_s});
        field("seed", u"from 0 to 9"_s, none + QStringList{u"9007199254740992"_s});
        field("timeout", u"over 0 and at most 86,400"_s,
            {u""_s, u"soon"_s, u"0"_s, u"-1"_s, u"nan"_s, u"inf"_s, u"1e400"_s, u"86401"_s});
        const QString levels = u"from 1 to 4,096"_s;
        field("concurrency", levels, {u"0"_s, u"-1"_s, u"4097"_s, u"1.5"_s, u"many"_s, u"99999999999999999999"_s});
        field("concurrency", u"at least one, such as 1,8,32"_s, {u""_s});
        field("concurrency", u"is empty"_s, {u"1,,2"_s});
        field("concurrency", u"is named twice"_s, {u"8, 8"_s});
    }

    void namesTheNumberAndItsRange()
    {
        QFETCH(QByteArray, field);
        QFETCH(QString, typed);
        QFETCH(QString, range);
        FakeWindow &window = form();
        auto *edit = window.find<QLineEdit>(field.constData());
        const QString good = edit->text();
        QVERIFY(window.find<QWidget>("startRun")->isEnabled());
        edit->setText(typed);
        const QString told = window.text("planSummary");
        QVERIFY2(told.contains(range), qPrintable(told));
        // A number in range of the type is repeated with its range; what is none is quoted.
        QVERIFY2(
            typed.isEmpty() || told.contains(typed.left(20)) || told.contains(u"is named twice"_s), qPrintable(told));
        QVERIFY2(told.size() < 300, qPrintable(told));
        QVERIFY(!window.find<QWidget>("startRun")->isEnabled());
        edit->setText(good);
        QVERIFY(window.find<QWidget>("startRun")->isEnabled());
    }

    void cleanupTestCase() { m_form.reset(); }

private:
    /// One window for all rows, at the form of a plan of one's own.
    FakeWindow &form()
    {
        if (!m_form) {
            m_form = std::make_unique<FakeWindow>();
            m_form->connectTo();
            m_form->press("chooseWhatToRun");
            m_form->press("preset_own");
        }
        return *m_form;
    }

    std::unique_ptr<FakeWindow> m_form;
};

QTEST_MAIN(TestHostileInput)
#include "tst_hostileinput.moc"
