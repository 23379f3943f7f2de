// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stats/quantileranks.h"
#include "models/stats/samplestatistics.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace streamgauge;

namespace {

using Values = std::vector<qint64>;

/// The same samples in blocks of some, as a file gives them.
SamplePass streamOf(const Values &samples, int *passes = nullptr)
{
    return [&samples, passes](const SampleTaker &take) -> Result<void> {
        constexpr std::size_t block = 7;
        if (passes)
            ++*passes;
        for (std::size_t at = 0; at < samples.size(); at += block)
            take(std::span(samples).subspan(at, std::min(block, samples.size() - at)));
        return {};
    };
}

/// Type 7 as its definition has it, on its own.
double naivePercentile(Values samples, double q)
{
    std::sort(samples.begin(), samples.end());
    const double h = double(samples.size() - 1) * q;
    const auto low = std::size_t(h);
    const auto high = std::min(low + 1, samples.size() - 1);
    return double(samples[low]) + (h - std::floor(h)) * double(samples[high] - samples[low]);
}

Values lognormal(std::size_t n, quint64 seed)
{
    std::mt19937_64 random(seed);
    Values values;
    for (std::size_t i = 0; i < n; ++i) {
        double sum = -6; // of twelve uniform ones: near enough to normal
        for (int k = 0; k < 12; ++k)
            sum += double(random() >> 11) / double(quint64(1) << 53);
        values.push_back(std::llround(2e7 * std::exp(0.3 * sum)));
    }
    return values;
}

Values clustered(std::size_t n, qint64 around)
{
    std::mt19937_64 random(n);
    Values values;
    for (std::size_t i = 0; i < n; ++i)
        values.push_back(around + qint64(random() % 50));
    return values;
}

} // namespace

class TestSampleStatistics final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void streamAndMemoryAgree_data();
    void streamAndMemoryAgree();
    void findsRanksWithALittleMemory();
    void twoPassesSuffice();
    void stopsAtAnError();
    void givesOnlyWhatTheSampleSupports_data();
    void givesOnlyWhatTheSampleSupports();
    void enclosesByExactBinomialRanks_data();
    void enclosesByExactBinomialRanks();
    void keepsItsDigitsInLargeSamples();
    void intervalsCoverAsOftenAsTheySay_data();
    void intervalsCoverAsOftenAsTheySay();
    void knowsTheLongestTenth();
};

void TestSampleStatistics::streamAndMemoryAgree_data()
{
    QTest::addColumn<Values>("samples");
    QTest::newRow("none") << Values();
    QTest::newRow("one") << Values{42};
    QTest::newRow("two") << Values{42, 7};
    QTest::newRow("equal") << Values(1500, 20'000'000);
    QTest::newRow("zero") << Values(30, 0);
    QTest::newRow("lognormal") << lognormal(4321, 1);
    QTest::newRow("clustered") << clustered(5000, 20'000'000);
    QTest::newRow("clustered high") << clustered(5000, qint64(1) << 60);
    Values signs = lognormal(2000, 2);
    for (qint64 &value : signs)
        value -= 21'000'000;
    QTest::newRow("both signs") << signs;
    Values extremes{std::numeric_limits<qint64>::max() - 1, 0, 1, 8191, 8192, 8193, 16'383, 16'384};
    extremes.resize(400, 16'385);
    QTest::newRow("edges of bins") << extremes;
}

void TestSampleStatistics::streamAndMemoryAgree()
{
    QFETCH(Values, samples);
    const auto streamed = SampleStatistics::of(streamOf(samples));
    QVERIFY(streamed);
    QVERIFY(*streamed == SampleStatistics::of(samples)); // to the bit
    QVERIFY(streamed->distribution == Distribution::of(samples));
    for (const auto &[q, value] : {std::pair{0.50, streamed->distribution.p50}, {0.90, streamed->p90},
             {0.95, streamed->distribution.p95}, {0.99, streamed->distribution.p99}, {0.999, streamed->p999}}) {
        if (value)
            QVERIFY(*value == naivePercentile(samples, q));
    }
}

void TestSampleStatistics::findsRanksWithALittleMemory()
{
    for (Values samples : {lognormal(3000, 3), clustered(3000, 1'000'000'000), clustered(3000, -3'000'000'000'000),
             Values{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max(), -1, 0, 1}}) {
        RankSelection selection(streamOf(samples), 4);
        QVERIFY(selection.count());
        std::set<qint64> ranks;
        for (qint64 rank = 0; rank < selection.size(); rank += 1 + selection.size() / 40)
            ranks.insert(rank);
        ranks.insert(selection.size() - 1);
        const auto found = selection.at(ranks);
        QVERIFY(found);
        QCOMPARE(found->size(), ranks.size());
        std::sort(samples.begin(), samples.end());
        for (const auto &[rank, value] : *found)
            QCOMPARE(value, samples[std::size_t(rank)]);
    }
}

void TestSampleStatistics::twoPassesSuffice()
{
    int passes = 0;
    const Values samples = lognormal(20'000, 4);
    QVERIFY(SampleStatistics::of(streamOf(samples, &passes)));
    QCOMPARE(passes, 2);
}

void TestSampleStatistics::stopsAtAnError()
{
    for (const int good : {0, 1}) {
        int passes = 0;
        const Values samples = lognormal(200, 5);
        const auto statistics = SampleStatistics::of([&](const SampleTaker &take) -> Result<void> {
            if (passes++ == good)
                return failure(QStringLiteral("results.samples"), QStringLiteral("gone"));
            take(samples);
            return {};
        });
        QVERIFY(!statistics);
        QCOMPARE(statistics.error().code, QStringLiteral("results.samples"));
    }
}

void TestSampleStatistics::givesOnlyWhatTheSampleSupports_data()
{
    QTest::addColumn<std::size_t>("n");
    QTest::addColumn<QString>("given");
    QTest::newRow("0") << std::size_t(0) << "";
    QTest::newRow("5") << std::size_t(5) << "";
    QTest::newRow("6") << std::size_t(6) << "i50";
    QTest::newRow("9") << std::size_t(9) << "i50";
    QTest::newRow("10") << std::size_t(10) << "p90 i50";
    QTest::newRow("71") << std::size_t(71) << "p90 i50";
    QTest::newRow("72") << std::size_t(72) << "p90 i50 i95";
    QTest::newRow("367") << std::size_t(367) << "p90 i50 i95";
    QTest::newRow("368") << std::size_t(368) << "p90 i50 i95 i99";
    QTest::newRow("999") << std::size_t(999) << "p90 i50 i95 i99";
    QTest::newRow("1000") << std::size_t(1000) << "p90 p999 i50 i95 i99";
}

void TestSampleStatistics::givesOnlyWhatTheSampleSupports()
{
    QFETCH(std::size_t, n);
    QFETCH(QString, given);
    const SampleStatistics statistics = SampleStatistics::of(lognormal(n, 6));
    QStringList found;
    for (const auto &[name, there] : {std::pair{"p90", statistics.p90.has_value()},
             {"p999", statistics.p999.has_value()}, {"i50", statistics.p50Interval.has_value()},
             {"i95", statistics.p95Interval.has_value()}, {"i99", statistics.p99Interval.has_value()}}) {
        if (there)
            found += QString::fromLatin1(name);
    }
    QCOMPARE(found.join(u' '), given);
}

void TestSampleStatistics::enclosesByExactBinomialRanks_data()
{
    QTest::addColumn<qint64>("n");
    QTest::addColumn<double>("q");
    QTest::addColumn<qint64>("low"); // -1: none
    QTest::addColumn<qint64>("high");
    // Summed with exact fractions.
    QTest::newRow("5 p50") << qint64(5) << 0.50 << qint64(-1) << qint64(-1);
    QTest::newRow("6 p50") << qint64(6) << 0.50 << qint64(0) << qint64(5);
    QTest::newRow("72 p50") << qint64(72) << 0.50 << qint64(27) << qint64(44);
    QTest::newRow("71 p95") << qint64(71) << 0.95 << qint64(-1) << qint64(-1);
    QTest::newRow("72 p95") << qint64(72) << 0.95 << qint64(63) << qint64(71);
    QTest::newRow("367 p99") << qint64(367) << 0.99 << qint64(-1) << qint64(-1);
    QTest::newRow("368 p99") << qint64(368) << 0.99 << qint64(359) << qint64(367);
    QTest::newRow("1000 p50") << qint64(1000) << 0.50 << qint64(468) << qint64(531);
    QTest::newRow("1000 p95") << qint64(1000) << 0.95 << qint64(935) << qint64(963);
    QTest::newRow("1000 p99") << qint64(1000) << 0.99 << qint64(982) << qint64(996);
    QTest::newRow("none") << qint64(0) << 0.50 << qint64(-1) << qint64(-1);
    QTest::newRow("one") << qint64(1) << 0.99 << qint64(-1) << qint64(-1);
}

void TestSampleStatistics::enclosesByExactBinomialRanks()
{
    QFETCH(qint64, n);
    QFETCH(double, q);
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    const auto ranks = quantileRanks95(n, q);
    QCOMPARE(ranks.has_value(), low >= 0);
    QCOMPARE(ranks.value_or(RankPair{-1, -1}), (RankPair{low, high}));
}

void TestSampleStatistics::keepsItsDigitsInLargeSamples()
{
    // The normal approximation is good to a few ranks there.
    for (const qint64 n : {qint64(100'000), qint64(12'800'000), qint64(1'000'000'000)}) {
        for (const double q : {0.50, 0.95, 0.99}) {
            const auto ranks = quantileRanks95(n, q);
            QVERIFY(ranks);
            const double mean = double(n) * q;
            const double sigma = std::sqrt(mean * (1 - q));
            QVERIFY(std::fabs(double(ranks->low) - (mean - 1.959964 * sigma)) < 4);
            QVERIFY(std::fabs(double(ranks->high) - (mean + 1.959964 * sigma)) < 4);
        }
    }
}

void TestSampleStatistics::intervalsCoverAsOftenAsTheySay_data()
{
    QTest::addColumn<std::size_t>("n");
    QTest::addColumn<double>("q");
    QTest::newRow("median of 10") << std::size_t(10) << 0.50;
    QTest::newRow("median of 100") << std::size_t(100) << 0.50;
    QTest::newRow("p95 of 80") << std::size_t(80) << 0.95;
    QTest::newRow("p95 of 500") << std::size_t(500) << 0.95;
    QTest::newRow("p99 of 400") << std::size_t(400) << 0.99;
    QTest::newRow("p99 of 1000") << std::size_t(1000) << 0.99;
}

void TestSampleStatistics::intervalsCoverAsOftenAsTheySay()
{
    QFETCH(std::size_t, n);
    QFETCH(double, q);
    // Uniform from 0 to 2^53, whose quantiles are known. Order statistics cover all continuous distributions alike.
    std::mt19937_64 random(20'260'131);
    const auto quantile = qint64(q * double(quint64(1) << 53));
    constexpr int trials = 4000;
    int covered = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Values samples(n);
        for (qint64 &sample : samples)
            sample = qint64(random() >> 11);
        const SampleStatistics statistics = SampleStatistics::of(std::move(samples));
        const auto interval = q == 0.50 ? statistics.p50Interval
            : q == 0.95                 ? statistics.p95Interval
                                        : statistics.p99Interval;
        QVERIFY(interval);
        covered += interval->low <= quantile && quantile <= interval->high ? 1 : 0;
    }
    const double share = double(covered) / trials;
    const double chance = 4 * std::sqrt(0.95 * 0.05 / trials); // four standard deviations of the simulation itself
    QVERIFY2(share >= 0.95 - chance, qPrintable(QString::number(share)));
    // Ranks are whole, so a small sample may cover more; an interval of everything would be no statement.
    QVERIFY2(share <= 0.992, qPrintable(QString::number(share)));
}

void TestSampleStatistics::knowsTheLongestTenth()
{
    QCOMPARE(Samples().longestTenthShare(), 0.0);
    QCOMPARE(Samples(Values(9, 5)).longestTenthShare(), 0.0);
    QCOMPARE(Samples(Values(20, 5)).longestTenthShare(), 0.1);
    Values bursts(20, 1);
    bursts[3] = 81;
    QCOMPARE(Samples(bursts).longestTenthShare(), 0.82);
    const Samples stored = Samples::inSideFile({.offset = 7, .count = 20}, 0.82);
    QCOMPARE(stored.longestTenthShare(), 0.82);
    QCOMPARE(stored.count(), qint64(20));
    QVERIFY(!stored.areHeld() && stored.held().empty());
    QVERIFY(Samples(bursts).areHeld());
    QCOMPARE(Samples(bursts).count(), qint64(20));
}

QTEST_GUILESS_MAIN(TestSampleStatistics)
#include "tst_samplestatistics.moc"
