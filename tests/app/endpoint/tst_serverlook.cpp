// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/serverlook.h"
#include "app/endpoint/streamaccessmanager.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray props = R"({"default_generation_settings":{"n_ctx":16384},"total_slots":4})";
const QByteArray slotsPage = R"([{"id":0,"n_ctx":2048,"is_processing":false},{"id":1,"n_ctx":2048}])";
const QByteArray metrics = "# HELP llamacpp:prompt_tokens_total x\n# TYPE llamacpp:prompt_tokens_total counter\n"
                           "llamacpp:prompt_tokens_total 4000\nllamacpp:prompt_seconds_total 2.5\n"
                           "llamacpp:tokens_predicted_total 900\nllamacpp:tokens_predicted_seconds_total 10\n";

/// What is found out of a server that answers so, and what it was asked.
struct Looked {
    ServerLimits limits;
    QByteArrayList targets;
};

Looked look(const LoopbackServer::Answer &answer, const QString &path = u"/v1"_s)
{
    LoopbackServer server(answer);
    CurlLoop loop;
    StreamAccessManager manager(loop);
    const EndpointSettings settings = settingsFor(server, {}, "sk-test");
    ServerLook looking(manager, loop.clock(), settings, server.url(path));
    QSignalSpy finished(&looking, &ServerLook::finished);
    looking.start();
    if (finished.isEmpty() && !finished.wait(20'000))
        qFatal("the look does not end");
    Looked looked{looking.limits(), {}};
    for (const ServerRequest &request : server.received())
        looked.targets << request.target;
    return looked;
}

} // namespace

class TestServerLook final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatAServerTells()
    {
        const Looked looked = look([](const ServerRequest &request) {
            if (!request.head.contains("Authorization: Bearer sk-test\r\n"))
                return whole(401, "{}");
            return request.target == "/props" ? whole(200, props)
                : request.target == "/slots"  ? whole(200, slotsPage)
                                              : whole(200, metrics);
        });
        QCOMPARE(looked.targets, (QByteArrayList{"/props", "/slots", "/metrics"}));
        QCOMPARE(looked.limits, (ServerLimits{4, 16384, 1600, 90}));
    }

    void asksBesideTheApi_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("v1") << u"/v1"_s << QByteArray("/props");
        QTest::newRow("slash") << u"/v1/"_s << QByteArray("/props");
        QTest::newRow("below a path") << u"/llm/v1"_s << QByteArray("/llm/props");
        QTest::newRow("no v1") << u"/api"_s << QByteArray("/api/props");
        QTest::newRow("root") << u"/"_s << QByteArray("/props");
    }

    void asksBesideTheApi()
    {
        QFETCH(QString, base);
        const Looked looked = look([](const ServerRequest &) { return whole(404, "{}"); }, base);
        QCOMPARE(looked.targets.size(), 3);
        QTEST(looked.targets.front(), "first");
        QCOMPARE(looked.limits, ServerLimits());
    }

    void takesSlotsWhereThereAreNoProps()
    {
        const Looked looked = look([](const ServerRequest &request) {
            return request.target == "/slots" ? whole(200, slotsPage) : whole(404, "{}");
        });
        QCOMPARE(looked.limits, (ServerLimits{2, 2048, {}, {}}));
    }

    void goesOnWhereAServerIsHostile()
    {
        const QByteArray huge(qsizetype(5) << 20, ' ');
        const Looked looked = look([&](const ServerRequest &request) {
            return request.target == "/props" ? whole(200, huge)
                : request.target == "/slots"  ? ServerScript().reset()
                                              : whole(200, metrics);
        });
        QVERIFY(!looked.limits.known());
        QCOMPARE(looked.limits.decodeTps, 90.0);
    }

    void endsThoughAServerIsSilent()
    {
        const Looked looked = look([](const ServerRequest &) { return ServerScript().silence(); });
        QCOMPARE(looked.limits, ServerLimits());
        QCOMPARE(looked.targets, QByteArrayList{"/props"});
    }

    void takesNothingThatIsNoCount_data()
    {
        QTest::addColumn<QByteArray>("page");
        for (const char *page : {"", "[]", "null", "{}", "<html>", R"({"total_slots":"4"})", R"({"total_slots":-1})",
                 R"({"total_slots":1.5})", R"({"total_slots":99999999999})", R"({"total_slots":0})",
                 R"({"default_generation_settings":{"n_ctx":0}})", R"({"default_generation_settings":7})"})
            QTest::newRow(page) << QByteArray(page);
    }

    void takesNothingThatIsNoCount()
    {
        QFETCH(QByteArray, page);
        ServerLimits limits;
        takeProps(limits, page);
        takeSlots(limits, page);
        takeMetrics(limits, page);
        QCOMPARE(limits, ServerLimits());
    }

    void takesNoRateOfNothing()
    {
        ServerLimits limits;
        takeMetrics(limits,
            "llamacpp:prompt_tokens_total 0\nllamacpp:prompt_seconds_total 0\nllamacpp:tokens_predicted_total nan\n"
            "llamacpp:tokens_predicted_seconds_total 1");
        QCOMPARE(limits, ServerLimits());
    }
};

QTEST_GUILESS_MAIN(TestServerLook)
#include "tst_serverlook.moc"
