// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levellist.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestLevelList final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
};

void TestLevelList::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::vector<int>>("levels");
    const std::vector<int> three{1, 8, 32};
    for (const QString &text :
        {u"1,8,32"_s, u"1, 8, 32"_s, u" 1 ,8 , 32\n"_s, u"1;8; 32"_s, u"1 8\t32"_s, u"01,8,032"_s})
        QTest::newRow(qPrintable(text)) << text << three;
    QTest::newRow("one") << u"4096"_s << std::vector<int>{4096};
    QTest::newRow("falling") << u"8,1"_s << std::vector<int>{8, 1};
}

void TestLevelList::reads()
{
    QFETCH(QString, text);
    QFETCH(std::vector<int>, levels);
    const auto read = levelsFromText(text);
    QVERIFY2(read, read ? "" : qPrintable(read.error().message));
    QCOMPARE(*read, levels);
    QCOMPARE(levelsFromText(levelsAsText(levels)).value(), levels);
}

void TestLevelList::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const QString &text, const QString &named) {
        QTest::newRow(name) << text << named;
    };
    row("nothing", {}, u"no concurrency level"_s);
    row("white space", u" \t\n"_s, u"no concurrency level"_s);
    row("only a comma", u","_s, u"Level 1 of “,”"_s);
    row("two commas", u"1,,2"_s, u"Level 2 of “1,,2”"_s);
    row("two commas and spaces", u"1, ,2"_s, u"Level 2 of"_s);
    row("comma first", u",1"_s, u"Level 1 of"_s);
    row("comma last", u"1,8, "_s, u"Level 3 of"_s);
    row("zero", u"1,0"_s, u"“0”"_s);
    row("negative", u"-1"_s, u"“-1”"_s);
    row("signed", u"+1"_s, u"“+1”"_s);
    row("exponent", u"1e3"_s, u"“1e3”"_s);
    row("fraction", u"1.5"_s, u"“1.5”"_s);
    row("hexadecimal", u"0x10"_s, u"“0x10”"_s);
    row("words", u"1, many"_s, u"“many”"_s);
    row("other digits", u"\u0661"_s, u"“\u0661”"_s);
    row("over the limit", u"4097"_s, u"4,096"_s);
    row("over 32 bits", u"99999999999"_s, u"“99999999999”"_s);
    row("without end", QString(100'000, u'9'), u"9…”"_s);
    row("twice", u"8,1,8"_s, u"Level 8 is named twice"_s);
    row("twice, written in two ways", u"8,08"_s, u"Level 8 is named twice"_s);
    row("control character", u"1,\u001b[31m"_s, u"“\\x1b[31m”"_s);
}

void TestLevelList::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, named);
    const auto read = levelsFromText(text);
    QVERIFY(!read);
    QCOMPARE(read.error().code, u"plan.concurrency"_s);
    QVERIFY2(read.error().message.contains(named), qPrintable(read.error().message));
    QVERIFY(read.error().message.size() < 200);
}

QTEST_GUILESS_MAIN(TestLevelList)
#include "tst_levellist.moc"
