// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/warningcatalog.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

/// The codes that a source gives to warnings and anomalies, in the ways in which sources do.
QSet<QString> codesOf(const QString &path, const QString &source)
{
    static const QString code = u"u\"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\"_s"_s;
    static const QRegularExpression given(
        u"(?:\\bcode = |\\b(?:warn|warning|reach|add)\\(\\s*|RunWarning\\{|[wW]arnings \\+= |[wW]arnings\\.append\\()"_s
        + code);
    static const QRegularExpression listed(u"^ *\\{"_s + code, QRegularExpression::MultilineOption);
    static const QRegularExpression named(u"constexpr auto \\w+ = \"([a-z0-9_]+)\"_L1"_s);
    QSet<QString> codes;
    const auto take = [&codes, &source](const QRegularExpression &form) {
        for (auto found = form.globalMatch(source); found.hasNext();)
            codes += found.next().captured(1);
    };
    take(given);
    take(named);
    if (path.endsWith(u"warnings.cpp"_s))
        take(listed);
    return codes;
}

QString contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestWarningCatalog final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysEachThingInOneSentence()
    {
        QSet<QString> codes;
        for (const WarningInfo &info : WarningCatalog::all()) {
            QVERIFY2(!codes.contains(info.code), qPrintable(info.code));
            codes += info.code;
            for (const QString &text : {info.meaning, info.fix}) {
                QVERIFY2(text.size() > 20 && text.size() <= 130, qPrintable(info.code + u": "_s + text));
                QVERIFY2(text.endsWith(u'.') && !text.contains(u'\n') && text.front().isUpper(), qPrintable(text));
            }
            QVERIFY2(info.meaning != info.fix, qPrintable(info.code));
        }
        QVERIFY(codes.size() > 40);
    }

    void knowsEveryCodeAndNoOther()
    {
        QSet<QString> given;
        for (const char *storey : {"models", "app"}) {
            QDirIterator files(QStringLiteral(STREAMGAUGE_SOURCE "/") + QString::fromLatin1(storey), {u"*.cpp"_s},
                QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = files.next();
                if (path.contains(u"/app/simulator/"_s)) // its codes are those of a server's errors
                    continue;
                for (const QString &code : codesOf(path, contentOf(path))) {
                    given += code;
                    QVERIFY2(WarningCatalog::find(code), qPrintable(path + u": "_s + code));
                }
            }
        }
        for (const WarningInfo &info : WarningCatalog::all())
            QVERIFY2(given.contains(info.code), qPrintable(info.code + u" is given by nothing"_s));
    }

    void findsByCode()
    {
        QCOMPARE(WarningCatalog::find(u"ramp_share")->code, u"ramp_share"_s);
        QVERIFY(!WarningCatalog::find(u"of_another_version"));
        const WarningInfo &info = *WarningCatalog::find(u"prompts_cached");
        QCOMPARE(WarningCatalog::explanation(u"prompts_cached"), info.meaning + u' ' + info.fix);
        QCOMPARE(WarningCatalog::explanation(u"of_another_version"), QString());
        QCOMPARE(WarningCatalog::inFull({u"prompts_cached"_s, u"So much."_s, {}, {}}),
            u"So much. "_s + info.meaning + u' ' + info.fix);
        QCOMPARE(WarningCatalog::inFull({u"of_another_version"_s, u"So much."_s, {}, {}}), u"So much."_s);
    }
};

QTEST_GUILESS_MAIN(TestWarningCatalog)
#include "tst_warningcatalog.moc"
