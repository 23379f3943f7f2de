// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/modellist.h"
#include "app/endpoint/optionladder.h"

#include <QTest>

using namespace streamgauge;
using namespace Qt::StringLiterals;

namespace {

QString shown(const RequestOptions &options)
{
    return u"%1 %2 %3"_s.arg(
        options.ignoreEos ? u"eos"_s : u"-"_s, options.streamUsage ? u"usage"_s : u"-"_s, options.lengthField);
}

/// All combinations that are tried while the server refuses each with these words.
QStringList climbed(const QString &words)
{
    OptionLadder ladder;
    QStringList tried{shown(ladder.current())};
    while (ladder.refused(words))
        tried += shown(ladder.current());
    return tried;
}

} // namespace

class TestProbeOptions final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void triesSixCombinationsWhenNothingIsNamed()
    {
        QCOMPARE(climbed(u"Bad Request"_s),
            (QStringList{u"eos usage max_tokens"_s, u"- usage max_tokens"_s, u"- - max_tokens"_s,
                u"eos usage max_completion_tokens"_s, u"- usage max_completion_tokens"_s,
                u"- - max_completion_tokens"_s}));
    }

    void dropsTheFieldThatIsNamed()
    {
        OptionLadder ladder;
        QVERIFY(ladder.refused(u"Unrecognized request argument supplied: stream_options"));
        QCOMPARE(shown(ladder.current()), u"eos - max_tokens"_s);
        QVERIFY(ladder.refused(u"extra fields not permitted: ignore_eos"));
        QCOMPARE(shown(ladder.current()), u"- - max_tokens"_s);
    }

    void renamesTheLengthFieldThatIsNamed()
    {
        OptionLadder ladder;
        QVERIFY(ladder.refused(u"Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                               "'max_completion_tokens' instead."));
        QCOMPARE(shown(ladder.current()), u"eos usage max_completion_tokens"_s);
        QVERIFY(ladder.refused(u"Unrecognized request argument supplied: ignore_eos"));
        QCOMPARE(shown(ladder.current()), u"- usage max_completion_tokens"_s);
    }

    void takesTheStepsWhenSeveralAreNamed()
    {
        OptionLadder ladder;
        QVERIFY(ladder.refused(u"unknown fields: ignore_eos, stream_options"));
        QCOMPARE(shown(ladder.current()), u"- usage max_tokens"_s);
        // Now only one of the two that are named is sent.
        QVERIFY(ladder.refused(u"unknown fields: ignore_eos, stream_options"));
        QCOMPARE(shown(ladder.current()), u"- - max_tokens"_s);
    }

    void triesNothingTwiceAndEnds()
    {
        for (const auto &words : {u"max_tokens"_s, u"ignore_eos"_s, u"stream_options"_s, u"max_completion_tokens"_s,
                 u"IGNORE_EOS and include_usage"_s}) {
            QStringList tried = climbed(words);
            QVERIFY(tried.size() <= 8);
            QCOMPARE(tried.removeDuplicates(), 0);
        }
    }

    void readsModelLists_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("object") << QByteArray(R"({"object":"list","data":[{"id":"a"},{"id":"b"}]})")
                                << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("bare array") << QByteArray(R"([{"id":"a"}])") << QStringList{u"a"_s};
        QTest::newRow("data null") << QByteArray(R"({"object":"list","data":null})") << QStringList{};
        QTest::newRow("name") << QByteArray(R"({"data":[{"name":"n","model":"m"}]})") << QStringList{u"n"_s};
        QTest::newRow("model") << QByteArray(R"({"data":[{"model":"m"}]})") << QStringList{u"m"_s};
        QTest::newRow("id is no text") << QByteArray(R"({"data":[{"id":5,"name":"n"},{"id":7},3,null]})")
                                       << QStringList{u"n"_s};
        QTest::newRow("twice") << QByteArray(R"({"data":[{"id":"a"},{"id":"a"}]})") << QStringList{u"a"_s};
        QTest::newRow("models beside data")
            << QByteArray(R"({"models":[{"name":"x"}],"data":[{"id":"a"}]})") << QStringList{u"a"_s};
    }

    void readsModelLists()
    {
        QFETCH(QByteArray, body);
        QFETCH(QStringList, ids);
        const auto list = parseModelList(body);
        QVERIFY2(list, list ? "" : qPrintable(list.error().message));
        QCOMPARE(list->ids, ids);
        QVERIFY(!list->simulated);
    }

    void knowsTheSimulatedEndpoint()
    {
        const auto list = parseModelList(R"({"data":[{"id":"sim/fast","owned_by":"streamgauge-simulator"}]})");
        QVERIFY(list && list->simulated);
    }

    void refusesWhatIsNoModelList_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("code");
        QTest::newRow("empty") << QByteArray() << u"models.not_json"_s;
        QTest::newRow("page") << QByteArray("\n<!DOCTYPE html><html></html>") << u"models.not_json"_s;
        QTest::newRow("text") << QByteArray("Ollama is running") << u"models.not_json"_s;
        QTest::newRow("truncated") << QByteArray(R"({"data":[{"id":"a"})") << u"models.not_json"_s;
        QTest::newRow("error") << QByteArray(R"({"error":{"message":"no"}})") << u"models.shape"_s;
        QTest::newRow("data is text") << QByteArray(R"({"data":"a"})") << u"models.shape"_s;
        QTest::newRow("number") << QByteArray("3") << u"models.shape"_s;
        QTest::newRow("deep") << QByteArray(100'000, '[') << u"models.not_json"_s;
    }

    void refusesWhatIsNoModelList()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, code);
        const auto list = parseModelList(body);
        QVERIFY(!list);
        QCOMPARE(list.error().code, code);
    }

    void choosesTheModel()
    {
        const ModelList none;
        const ModelList one{{u"a"_s}, false};
        const ModelList two{{u"a"_s, u"b"_s}, false};
        QCOMPARE(*chooseModel(one, {}), u"a"_s);
        QCOMPARE(*chooseModel(two, u"b"_s), u"b"_s);
        QCOMPARE(chooseModel(none, {}).error().code, u"model.none"_s);
        QCOMPARE(chooseModel(none, u"a"_s).error().code, u"model.none"_s);
        QCOMPARE(chooseModel(two, {}).error().code, u"model.several"_s);
        QVERIFY(chooseModel(two, {}).error().message.contains(u"a, b"_s));
        QCOMPARE(chooseModel(two, u"c"_s).error().code, u"model.unknown"_s);
        QVERIFY(chooseModel(two, u"c"_s).error().message.contains(u"\"c\""_s));
    }

    void listsTwentyModelsAndCountsTheRest()
    {
        ModelList many;
        for (int i = 0; i < 500; ++i)
            many.ids += u"model-%1"_s.arg(i);
        const QString message = chooseModel(many, {}).error().message;
        QVERIFY(message.contains(u"model-19"_s));
        QVERIFY(!message.contains(u"model-20,"_s));
        QVERIFY(message.contains(u"480 more"_s));
    }

    void neverSendsWhatItWasAskedToLeaveOut()
    {
        OptionLadder ladder(false);
        QVERIFY(!ladder.current().ignoreEos);
        int steps = 1;
        while (ladder.refused(u"no"_s)) {
            QVERIFY(!ladder.current().ignoreEos);
            ++steps;
        }
        QCOMPARE(steps, 4); // with and without stream_options, under both names of the length field
    }
};

QTEST_GUILESS_MAIN(TestProbeOptions)
#include "tst_probeoptions.moc"
