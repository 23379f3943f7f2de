// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "models/load/journalwriter.h"
#include "tests/support/files.h"
#include "tests/ui/sampleresult.h"
#include "tests/ui/windowdriver.h"
#include "ui/widgets/messagestrip.h"

#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace streamgauge;

namespace {

/// The sample run as it stood when its program was killed, within its first level.
QByteArray journal()
{
    const auto result = test::sampleResult(true);
    QByteArray lines = LoadJournal::headLine(*result);
    lines += LoadJournal::requestLine(0, result->levels.front().requests.front(), 0);
    return lines;
}

} // namespace

/// What the window does about runs whose program ended before they did.
class TestRecoveryOffer final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_driver = std::make_unique<test::WindowDriver>(); }

    void nothingLeftTakesNoRoom()
    {
        m_driver->start(m_fakes.backends());
        QVERIFY(!m_driver->visible("recoveryOffer"));
    }

    void recoversAndShowsTheRun()
    {
        const QString path = leave(u"run.json"_s, journal());
        m_driver->start(m_fakes.backends());
        QVERIFY(m_driver->visible("recoveryOffer"));
        QVERIFY(m_driver->find<MessageStrip>("recoveryStrip")->text().contains(path));
        pressRecover();
        QTRY_VERIFY(m_driver->visible("copySummary"));
        QTRY_VERIFY(!m_driver->visible("recoveryOffer"));
        QVERIFY(!QFile::exists(path));
        QVERIFY(QFile::exists(path.chopped(JournalFile::suffix.size())));
    }

    void damagedJournalStaysAndSaysWhy()
    {
        const QString path = leave(u"run.json"_s, journal() + "damage\n");
        m_driver->start(m_fakes.backends());
        pressRecover();
        QTRY_VERIFY(m_driver->visible("resultProblem"));
        QVERIFY(m_driver->find<MessageStrip>("resultProblem")->text().contains(u"Line 3"_s));
        QVERIFY(QFile::exists(path));
    }

    void runUnderWayElsewhereIsNotOffered()
    {
        QVERIFY(QDir().mkpath(m_driver->resultsFolder()));
        const auto busy = JournalFile::create(m_driver->resultsFolder() + u"/run.json"_s + JournalFile::suffix);
        QVERIFY(busy);
        m_driver->start(m_fakes.backends());
        QVERIFY(!m_driver->visible("recoveryOffer"));
    }

    void cleanup() { m_driver.reset(); }

private:
    QString leave(const QString &name, const QByteArray &bytes)
    {
        const QString path = m_driver->resultsFolder() + u'/' + name + JournalFile::suffix;
        if (!QDir().mkpath(m_driver->resultsFolder()))
            qFatal("cannot make %s", qPrintable(m_driver->resultsFolder()));
        test::writeFile(path, bytes);
        return path;
    }
    void pressRecover()
    {
        auto *button = m_driver->find<MessageStrip>("recoveryStrip")->findChild<QPushButton *>();
        QVERIFY(button && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    test::Fakes m_fakes;
    std::unique_ptr<test::WindowDriver> m_driver;
};

QTEST_MAIN(TestRecoveryOffer)
#include "tst_recoveryoffer.moc"
