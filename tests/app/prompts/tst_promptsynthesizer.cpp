// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/prompts/promptsynthesizer.h"

#include <QCryptographicHash>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace streamgauge;

namespace {

qsizetype commonPrefix(const QByteArray &a, const QByteArray &b)
{
    return std::mismatch(a.begin(), a.begin() + std::min(a.size(), b.size()), b.begin()).first - a.begin();
}

const QByteArray instruction = "Write a long story with these words. List ";
constexpr quint64 firstOutsideNumber = quint64(1) << 32;

} // namespace

class TestPromptSynthesizer final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasAPlainWordList();
    void hasTheShapeOfTheRecipe();
    void givesTheSameBytesEverywhere_data();
    void givesTheSameBytesEverywhere();
    void sharesOnlyTheInstruction();
    void growsWordByWord();
    void drawsAllWordsEvenly();
};

void TestPromptSynthesizer::hasAPlainWordList()
{
    const QByteArrayList &list = PromptSynthesizer::wordList();
    QCOMPARE(list.size(), 1718);
    QSet<QByteArray> seen;
    for (const QByteArray &word : list) {
        QVERIFY2(std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }), word.constData());
        QVERIFY2(word.size() >= 2 && !seen.contains(word), word.constData());
        seen.insert(word);
    }
    // The order is part of the recipe.
    QCOMPARE(QCryptographicHash::hash(QByteArray(list.join('\n') + '\n'), QCryptographicHash::Sha256).toHex(),
        QByteArray("ae58198e8afdd5b2d2c835355d9e66c010e3cb3e24bbde2eca34e1953cae8c57"));
}

void TestPromptSynthesizer::hasTheShapeOfTheRecipe()
{
    const QByteArray text = PromptSynthesizer::prompt(7, 12, 500);
    QVERIFY(text.startsWith(QByteArray(instruction + "12: ")));
    const QByteArrayList words = text.mid(text.indexOf(": ") + 2).split(' ');
    QCOMPARE(words.size(), 500);
    const QByteArrayList &list = PromptSynthesizer::wordList();
    QVERIFY(std::all_of(words.begin(), words.end(), [&](const QByteArray &word) { return list.contains(word); }));
    QCOMPARE(PromptSynthesizer::prompt(7, 12, 0), QByteArray(instruction + "12:"));
}

void TestPromptSynthesizer::givesTheSameBytesEverywhere_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<quint64>("number");
    QTest::addColumn<int>("words");
    QTest::addColumn<QByteArray>("sha256");
    QTest::newRow("first") << quint64(7) << quint64(0) << 512
                           << QByteArray("05daeaead616366b5669d1cada328891551d82fe9e2f0861936fce22523726ee");
    QTest::newRow("next") << quint64(7) << quint64(1) << 512
                          << QByteArray("5fe60b0c544e0406f38a6a987834b71d25325ace1911069c7cb6c7ad99138610");
    QTest::newRow("other seed") << quint64(8) << quint64(1) << 512
                                << QByteArray("89aad3c21cf73b3c8f72982802f28db0cede26150a164f50896c6c38137a60de");
    QTest::newRow("calibration") << quint64(7) << firstOutsideNumber << 8192
                                 << QByteArray("6cfe870beaff05de7ad983f0c40c840afc86537a60840d8788ff55bd0db85a16");
    QTest::newRow("largest") << std::numeric_limits<quint64>::max() << std::numeric_limits<quint64>::max() << 1
                             << QByteArray("069c909339088d0de82df2f197fbc10924eea227328b053769967f63716a2bed");
}

void TestPromptSynthesizer::givesTheSameBytesEverywhere()
{
    QFETCH(quint64, seed);
    QFETCH(quint64, number);
    QFETCH(int, words);
    QFETCH(QByteArray, sha256);
    const QByteArray text = PromptSynthesizer::prompt(seed, number, words);
    QCOMPARE(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex(), sha256);
}

void TestPromptSynthesizer::sharesOnlyTheInstruction()
{
    QByteArrayList prompts;
    for (quint64 number = 0; number < 400; ++number)
        prompts << PromptSynthesizer::prompt(7, number, 64);
    for (quint64 number = firstOutsideNumber; number < firstOutsideNumber + 8; ++number)
        prompts << PromptSynthesizer::prompt(7, number, 64);
    // Behind the instruction two prompts share leading digits of their numbers, one less than the longest has.
    constexpr qsizetype digits = 10;
    for (qsizetype i = 0; i < prompts.size(); ++i) {
        for (qsizetype j = i + 1; j < prompts.size(); ++j)
            QVERIFY(commonPrefix(prompts[i], prompts[j]) < instruction.size() + digits);
    }
    // Not even their words are the same further back.
    const auto wordsOf = [](const QByteArray &text) { return text.mid(text.indexOf(':')); };
    QSet<QByteArray> beginnings;
    for (const QByteArray &text : prompts)
        beginnings.insert(wordsOf(text).left(24));
    QCOMPARE(beginnings.size(), prompts.size());
}

void TestPromptSynthesizer::growsWordByWord()
{
    // Calibration changes the count only: what stood before stays.
    const QByteArray text = PromptSynthesizer::prompt(7, firstOutsideNumber, 100);
    QVERIFY(PromptSynthesizer::prompt(7, firstOutsideNumber, 101).startsWith(QByteArray(text + ' ')));
}

void TestPromptSynthesizer::drawsAllWordsEvenly()
{
    constexpr int draws = 200'000;
    const QByteArray text = PromptSynthesizer::prompt(7, 3, draws);
    QHash<QByteArray, int> counts;
    for (const QByteArray &word : text.mid(text.indexOf(": ") + 2).split(' '))
        ++counts[word];
    QCOMPARE(counts.size(), PromptSynthesizer::wordList().size());
    // 116 expected a word; six standard deviations are 65.
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    QVERIFY2(*least > 50 && *most < 182, qPrintable(QStringLiteral("%1 to %2").arg(*least).arg(*most)));
}

QTEST_GUILESS_MAIN(TestPromptSynthesizer)
#include "tst_promptsynthesizer.moc"
