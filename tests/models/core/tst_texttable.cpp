// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/texttable.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestTextTable final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBothForms()
    {
        const TextTable table{{u"level"_s, u"ms"_s}, {u"1"_s, u"1,234.5"_s}};
        QCOMPARE(markdownTable(table), u"| level | ms |\n| ---: | ---: |\n| 1 | 1,234.5 |\n"_s);
        QCOMPARE(alignedTable(table), u"level       ms\n    1  1,234.5\n"_s);
    }

    void titlesAloneAreATable()
    {
        const TextTable table{{u"level"_s}};
        QCOMPARE(markdownTable(table), u"| level |\n| ---: |\n"_s);
        QCOMPARE(alignedTable(table), u"level\n"_s);
    }
};

QTEST_GUILESS_MAIN(TestTextTable)
#include "tst_texttable.moc"
