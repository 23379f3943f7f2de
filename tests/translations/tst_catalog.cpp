// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

/// Counted texts as programs say them.
class TestCatalog final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countedTexts_data();
    void countedTexts();
};

void TestCatalog::countedTexts_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<QByteArray>("source");
    QFile file(QStringLiteral(STREAMGAUGE_CATALOG));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QByteArray context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText().toUtf8();
        } else if (xml.name() == u"source") {
            const QByteArray source = xml.readElementText().toUtf8();
            QTest::addRow("%s: %s", context.constData(), source.constData()) << context << source;
        }
    }
    QVERIFY(!xml.hasError());
}

void TestCatalog::countedTexts()
{
    QFETCH(QByteArray, context);
    QFETCH(QByteArray, source);
    const auto said = [&](int n) {
        return QCoreApplication::translate(context.constData(), source.constData(), nullptr, n);
    };
    // The source says "request(s)": the catalog must have been loaded, and hold both forms.
    QVERIFY2(source.contains("(s)"), source.constData());
    const QString one = said(1);
    const QString many = said(1001);
    for (const QString &text : {one, many}) {
        QVERIFY2(!text.isEmpty() && !text.contains(u"(s)"), qPrintable(text));
        QVERIFY2(!text.contains(u"%n"), qPrintable(text));
    }
    QCOMPARE(said(2), QString(many).replace(u"1001"_s, u"2"_s));
    QCOMPARE(said(0), QString(many).replace(u"1001"_s, u"0"_s));
    QVERIFY2(one != QString(many).replace(u"1001"_s, u"1"_s), qPrintable(one));
    // A word that is counted by 1 ends in no s.
    static const QRegularExpression plural(u"\\b1 (content |warm-up |completion )?(request|token|chunk|sample)s\\b"_s);
    QVERIFY2(!plural.match(one).hasMatch(), qPrintable(one));
}

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
