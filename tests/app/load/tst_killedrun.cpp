// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"
#include "app/record/recovery.h"
#include "app/record/resultsopener.h"
#include "app/simulator/simulatorprocess.h"
#include "models/core/json.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// Indices of the requests whose whole line stands in a journal, as another program than ours would read it.
std::multiset<qint64> journalled(const QByteArray &journal)
{
    std::multiset<qint64> indices;
    const QByteArrayList lines = journal.split('\n');
    for (const QByteArray &line : lines.first(lines.size() - 1)) {
        const auto value = parseJson(line);
        if (value && value->find(u"request"))
            indices.insert((*value)[u"request"][u"index"].toInteger());
    }
    return indices;
}

std::multiset<qint64> requestsOf(const LoadResult &result)
{
    std::multiset<qint64> indices;
    const auto add = [&indices](const LoadLevel &level) {
        for (const RequestRecord &request : level.requests)
            indices.insert(static_cast<qint64>(request.index));
    };
    std::ranges::for_each(result.levels, add);
    if (result.partial)
        add(*result.partial);
    return indices;
}

} // namespace

/// The program is killed at a random moment of a run: every request whose end was journalled is in the recovered
/// result, none twice, and the file reads back. STREAMGAUGE_KILLS: how often (20), half of them with a side file.
class TestKilledRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_simulator = std::make_unique<SimulatorProcess>(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"));
        QSignalSpy ready(m_simulator.get(), &SimulatorProcess::ready);
        m_simulator->start({u"--ttft-ms"_s, u"5"_s, u"--itl-ms"_s, u"2"_s});
        QVERIFY(ready.wait(30'000));
        QVERIFY(m_dir.isValid());
    }

    void nothingJournalledIsLost_data()
    {
        QTest::addColumn<QString>("levels");
        QTest::newRow("samples with the requests") << u"2,8"_s;
        // So many levels that the plan may bring two million samples; the first ones take a quarter of a second each.
        QStringList many;
        for (int level = 8; level < 3400; ++level)
            many += QString::number(level);
        QTest::newRow("samples in a side file") << many.join(u',');
    }

    void nothingJournalledIsLost()
    {
        QFETCH(QString, levels);
        const int kills =
            qEnvironmentVariableIsSet("STREAMGAUGE_KILLS") ? qEnvironmentVariableIntValue("STREAMGAUGE_KILLS") / 2 : 10;
        const quint32 seed = QRandomGenerator::global()->generate();
        QRandomGenerator random(seed);
        qInfo("seed %u", seed);
        int recoveredRuns = 0;
        int partialLevels = 0;
        for (int i = 0; i < kills; ++i) {
            const QString out =
                m_dir.filePath(u"%1-%2.json"_s.arg(QString::fromLatin1(QTest::currentDataTag())).arg(i));
            killOne(out, levels, random);
            if (QTest::currentTestFailed())
                return;
            if (!QFile::exists(out + JournalFile::suffix))
                continue; // before the first level or after the end
            check(out, partialLevels);
            if (QTest::currentTestFailed())
                return;
            ++recoveredRuns;
        }
        QCOMPARE(QDir(m_dir.path()).entryList({u"*.samples"_s}).isEmpty(), levels == u"2,8"_s);
        qInfo("%d runs killed, %d recovered, %d within a level", kills, recoveredRuns, partialLevels);
        QVERIFY(recoveredRuns > kills / 4);
        QVERIFY(partialLevels > 0);
    }

    void cleanupTestCase() { m_simulator.reset(); }

private:
    /// Once the first level has begun, or the run is over, a random while later.
    void killOne(const QString &out, const QString &levels, QRandomGenerator &random)
    {
        QProcess bench;
        bench.setStandardErrorFile(QProcess::nullDevice());
        bench.setStandardOutputFile(QProcess::nullDevice());
        bench.start(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"),
            {u"bench"_s, u"--endpoint"_s, m_simulator->url(), u"--model"_s, u"sim/steady"_s, u"--concurrency"_s, levels,
                u"--requests"_s, u"40"_s, u"--warmup"_s, u"1"_s, u"--input-tokens"_s, u"32"_s, u"--output-tokens"_s,
                u"16"_s, u"--out"_s, out});
        QVERIFY(bench.waitForStarted(10'000));
        QVERIFY(QTest::qWaitFor(
            [&] { return QFile::exists(out + JournalFile::suffix) || bench.state() == QProcess::NotRunning; }, 30'000));
        bench.waitForFinished(random.bounded(1, 1100));
        bench.kill();
        bench.waitForFinished(10'000);
    }

    static void check(const QString &out, int &partialLevels)
    {
        const QString journal = out + JournalFile::suffix;
        const std::multiset<qint64> kept = journalled(contentOf(journal));
        QCOMPARE(std::set<qint64>(kept.begin(), kept.end()).size(), kept.size());
        const auto recovered = recoverRun(journal);
        QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
        QCOMPARE(recovered->path, out);
        QVERIFY(!QFile::exists(journal));
        const auto read = openLoadResults(out);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(requestsOf(*read), kept);
        partialLevels += read->partial ? 1 : 0;
    }

    QTemporaryDir m_dir;
    std::unique_ptr<SimulatorProcess> m_simulator;
};

QTEST_GUILESS_MAIN(TestKilledRun)
#include "tst_killedrun.moc"
