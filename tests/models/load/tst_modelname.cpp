// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/modelname.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

class TestModelName final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsPaths_data();
    void cutsPaths();
};

void TestModelName::cutsPaths_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("published");
    for (const QString &id : {u"gpt-4o"_s, u"Qwen/Qwen3-8B-Instruct.Q4_K_M"_s, u"hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M"_s,
             u"accounts/fireworks/models/llama-v3"_s, u"llama3:8b"_s, u""_s})
        QTest::newRow(qPrintable(u"id "_s + id)) << id << id;
    QTest::newRow("absolute") << u"/home/someone/models/Qwen3-8B"_s << u"Qwen3-8B"_s;
    QTest::newRow("absolute, slash behind") << u"/models/Qwen3-8B/"_s << u"Qwen3-8B"_s;
    QTest::newRow("file, relative") << u"models/Qwen3-8B.Q4_K_M.gguf"_s << u"Qwen3-8B.Q4_K_M.gguf"_s;
    QTest::newRow("file alone") << u"Qwen3-8B.gguf"_s << u"Qwen3-8B.gguf"_s;
    QTest::newRow("here") << u"./qwen"_s << u"qwen"_s;
    QTest::newRow("above") << u"../secret/qwen"_s << u"qwen"_s;
    QTest::newRow("home") << u"~/models/qwen"_s << u"qwen"_s;
    QTest::newRow("drive") << u"C:\\Users\\someone\\qwen"_s << u"qwen"_s;
    QTest::newRow("drive, slashes") << u"d:/models/qwen"_s << u"qwen"_s;
    QTest::newRow("UNC") << u"\\\\server\\share\\qwen.gguf"_s << u"qwen.gguf"_s;
    QTest::newRow("URL") << u"file:///srv/qwen"_s << u"qwen"_s;
    QTest::newRow("nothing but separators") << u"///"_s << u""_s;
}

void TestModelName::cutsPaths()
{
    QFETCH(QString, name);
    QFETCH(QString, published);
    QCOMPARE(modelNameWithoutPath(name), published);
}

QTEST_GUILESS_MAIN(TestModelName)
#include "tst_modelname.moc"
