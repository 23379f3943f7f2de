// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/probe.h"
#include "app/prompts/promptsynthesizer.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 30'000;

Probe::Outcome probed(const EndpointSettings &settings, double timeoutS = 20)
{
    CurlLoop loop;
    Probe probe(loop, settings, timeoutS);
    QSignalSpy finished(&probe, &Probe::finished);
    probe.start();
    if (finished.isEmpty() && !finished.wait(patienceMs))
        qFatal("the probe does not end");
    return probe.outcome();
}

Probe::Outcome probed(const ScriptedEndpoint &endpoint, const QString &model = {}, double timeoutS = 20)
{
    LoopbackServer server(endpoint.function());
    return probed(settingsFor(server, model), timeoutS);
}

const ProbeStep *stepNamed(const Probe::Outcome &outcome, const QString &name)
{
    const ProbeStep *found = nullptr;
    for (const ProbeStep &step : outcome.report.steps) {
        if (step.name == name)
            found = &step;
    }
    return found;
}

QStringList stepNames(const Probe::Outcome &outcome)
{
    QStringList names;
    for (const ProbeStep &step : outcome.report.steps)
        names += step.name;
    return names;
}

/// Refuses a body that holds one of these fields, with words that name it or do not.
std::function<ServerScript(const ServerRequest &)> refusing(const QStringList &fields, bool naming, int status = 400)
{
    return [=](const ServerRequest &request) {
        const JsonValue body = ScriptedEndpoint::parsed(request);
        for (const QString &field : fields) {
            const QByteArray words = naming ? QByteArray("unknown field " + field.toUtf8()) : "invalid request";
            if (body.find(field))
                return whole(status, "{\"error\":{\"message\":\"" + words + "\"}}");
        }
        return ScriptedEndpoint{}.stream(request);
    };
}

} // namespace

class TestProbe final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsOutAllOfAGoodServer()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        const auto outcome = probed(settingsFor(server));
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(!outcome.error);
        const ProbeReport &report = outcome.report;
        QCOMPARE(report.base, u"http://127.0.0.1:%1/v1"_s.arg(server.port()));
        QCOMPARE(outcome.base.toString(), report.base);
        QCOMPARE(report.address, u"127.0.0.1"_s);
        QCOMPARE(report.addressFamily, u"ipv4"_s);
        QCOMPARE(report.serverHeader, u"scripted"_s);
        QCOMPARE(report.servedModels, QStringList{u"m"_s});
        QCOMPARE(report.model, u"m"_s);
        QCOMPARE(report.serverModel, u"m-served"_s);
        QCOMPARE(report.accepted, RequestOptions{});
        QVERIFY(report.smallRequestSucceeded);
        QCOMPARE(report.usageReported, true);
        QCOMPARE(report.keepsConnection, true);
        QVERIFY(report.ttftNs && *report.ttftNs >= 0);
        QVERIFY(!report.simulated);
        QVERIFY(report.warnings.isEmpty());
        QCOMPARE(stepNames(outcome),
            (QStringList{u"name"_s, u"port"_s, u"models"_s, u"model"_s, u"limits"_s, u"stream"_s, u"ignore_eos"_s,
                u"stream_options"_s, u"length_field"_s, u"usage"_s, u"keeps_connection"_s}));
        QCOMPARE(server.posts(), 1);
    }

    void sendsTheSmallRequestAsTheMethodSays()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        QCOMPARE(probed(settingsFor(server, {}, "sk-test")).exitCode, 0);
        const auto received = server.received();
        QCOMPARE(server.posts(), 1);
        for (const ServerRequest &request : received)
            QVERIFY(request.head.contains("Authorization: Bearer sk-test\r\n"));
        const JsonValue body = ScriptedEndpoint::parsed(received.back());
        QCOMPARE(body[u"model"].toString(), u"m"_s);
        QCOMPARE(body[u"max_tokens"].toInteger(), qint64(4));
        QVERIFY(body[u"stream"].toBool());
        QVERIFY(body[u"stream_options"][u"include_usage"].toBool());
        QVERIFY(body[u"ignore_eos"].toBool());
        QCOMPARE(body[u"temperature"].toInteger(-1), qint64(0));
        // "… List NUMBER: …", from 2^32 up, where no request of a run has one.
        const QString number = ScriptedEndpoint::prompt(received.back()).section(u"List "_s, 1).section(u':', 0, 0);
        QVERIFY2(number.toULongLong() >= firstProbeNumber && number.toULongLong() < firstCalibrationNumber,
            qPrintable(number));
    }

    void fallsBackStepByStep_data()
    {
        QTest::addColumn<QStringList>("refused");
        QTest::addColumn<bool>("naming");
        QTest::addColumn<bool>("ignoreEos");
        QTest::addColumn<bool>("streamUsage");
        QTest::addColumn<QString>("lengthField");
        QTest::addColumn<int>("posts");
        const QString usual = u"max_tokens"_s;
        const QString other = u"max_completion_tokens"_s;
        const QString eos = u"ignore_eos"_s;
        const QString options = u"stream_options"_s;
        QTest::newRow("ignore_eos, named") << QStringList{eos} << true << false << true << usual << 2;
        QTest::newRow("ignore_eos, not named") << QStringList{eos} << false << false << true << usual << 2;
        QTest::newRow("stream_options, named") << QStringList{options} << true << true << false << usual << 2;
        QTest::newRow("stream_options, not named") << QStringList{options} << false << false << false << usual << 3;
        QTest::newRow("both, one after the other") << QStringList{eos, options} << true << false << false << usual << 3;
        QTest::newRow("max_tokens, named") << QStringList{usual} << true << true << true << other << 2;
        QTest::newRow("max_tokens, not named") << QStringList{usual} << false << true << true << other << 4;
        QTest::newRow("all, named") << QStringList{usual, eos, options} << true << false << false << other << 4;
        QTest::newRow("all, not named") << QStringList{usual, eos, options} << false << false << false << other << 6;
    }

    void fallsBackStepByStep()
    {
        QFETCH(QStringList, refused);
        QFETCH(bool, naming);
        QFETCH(bool, ignoreEos);
        QFETCH(bool, streamUsage);
        QFETCH(QString, lengthField);
        QFETCH(int, posts);
        for (const int status : {400, 422}) {
            ScriptedEndpoint endpoint;
            endpoint.chat = refusing(refused, naming, status);
            LoopbackServer server(endpoint.function());
            const auto outcome = probed(settingsFor(server));
            QCOMPARE(outcome.exitCode, 0);
            QVERIFY(outcome.report.smallRequestSucceeded);
            QCOMPARE(outcome.report.accepted, (RequestOptions{ignoreEos, streamUsage, lengthField}));
            QCOMPARE(server.posts(), posts);
        }
    }

    void goesOnWithTheFullRequestWhenNothingIsAccepted()
    {
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &) { return whole(400, R"({"error":{"message":"never"}})"); };
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(!outcome.report.smallRequestSucceeded);
        QCOMPARE(outcome.report.accepted, RequestOptions{});
        QCOMPARE(outcome.report.warnings, QStringList{u"probe_failed"_s});
        QVERIFY(!outcome.report.usageReported);
        QVERIFY(stepNamed(outcome, u"stream"_s)->fact.contains(u"never"_s));
    }

    void marksAFailedStreamAsFailed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("error event") << QByteArray("data: {\"error\":{\"message\":\"out of memory\"}}\n\n");
        QTest::newRow("web page") << QByteArray("<html><body>Hello</body></html>");
        QTest::newRow("bad JSON") << QByteArray("data: {\"choices\":[\n\ndata: [DONE]\n\n");
        QTest::newRow("nothing") << QByteArray();
    }

    void marksAFailedStreamAsFailed()
    {
        QFETCH(QByteArray, body);
        ScriptedEndpoint endpoint;
        endpoint.chat = [body](const ServerRequest &) { return whole(200, body); };
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(!outcome.report.smallRequestSucceeded);
        QCOMPARE(outcome.report.warnings, QStringList{u"probe_failed"_s});
        QCOMPARE(stepNamed(outcome, u"stream"_s)->state, ProbeStep::State::Warned);
    }

    void stopsWhereTheEndpointRefuses_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("ofModels");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        const QByteArray error = R"({"error":{"message":"the very words"}})";
        QTest::newRow("models 401") << 401 << error << true << u"endpoint.unauthorized"_s << u"the very words"_s;
        QTest::newRow("models 403") << 403 << error << true << u"endpoint.unauthorized"_s << u"the very words"_s;
        QTest::newRow("models 404") << 404 << error << true << u"endpoint.no_model_list"_s << u"the very words"_s;
        QTest::newRow("models 500") << 500 << error << true << u"endpoint.status"_s << u"the very words"_s;
        QTest::newRow("models 503, not loading") << 503 << error << true << u"endpoint.status"_s << u"the very words"_s;
        QTest::newRow("models 429") << 429 << QByteArray("slow down") << true << u"endpoint.status"_s << u"slow down"_s;
        QTest::newRow("models are a page")
            << 200 << QByteArray("<html>x</html>") << true << u"endpoint.models"_s << u"HTML"_s;
        QTest::newRow("models are no list")
            << 200 << QByteArray("{\"x\":1}") << true << u"endpoint.models"_s << u"no list"_s;
        for (const int bare : {401, 404, 500}) {
            QTest::addRow("models %d without words", bare) << bare << QByteArray() << true
                                                           << (bare == 401          ? u"endpoint.unauthorized"_s
                                                                      : bare == 404 ? u"endpoint.no_model_list"_s
                                                                                    : u"endpoint.status"_s)
                                                           << u"HTTP status %1"_s.arg(bare);
        }
        QTest::newRow("a redirect to nowhere")
            << 301 << QByteArray() << true << u"endpoint.redirect"_s << u"no address"_s;
        QTest::newRow("models without ids")
            << 200 << QByteArray(R"({"data":[{"id":5}]})") << true << u"endpoint.models"_s << u"{\"id\":5}"_s;
        QTest::newRow("chat 401") << 401 << error << false << u"endpoint.unauthorized"_s << u"the very words"_s;
        QTest::newRow("chat 403") << 403 << error << false << u"endpoint.unauthorized"_s << u"the very words"_s;
        QTest::newRow("chat 404") << 404 << error << false << u"endpoint.not_found"_s << u"the very words"_s;
    }

    void stopsWhereTheEndpointRefuses()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(bool, ofModels);
        QFETCH(QString, code);
        QFETCH(QString, words);
        ScriptedEndpoint endpoint;
        const auto refusal = [status, body](const ServerRequest &) { return whole(status, body); };
        (ofModels ? endpoint.models : endpoint.chat) = refusal;
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.exitCode, 3);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, code);
        QVERIFY2(outcome.error->message.contains(words), qPrintable(outcome.error->message));
        QVERIFY2(outcome.error->message.contains(ofModels ? u"/models"_s : u"/chat/completions"_s),
            qPrintable(outcome.error->message));
        QCOMPARE(outcome.report.steps.back().state, ProbeStep::State::Failed);
        for (const QString &gap : {u": )"_s, u"()"_s, u"to  "_s, u": ."_s})
            QVERIFY2(!outcome.error->message.contains(gap), qPrintable(outcome.error->message));
        QVERIFY2(!outcome.error->message.trimmed().endsWith(u':'), qPrintable(outcome.error->message));
    }

    void followsNoRedirectAndKeepsTheKey()
    {
        LoopbackServer elsewhere(ScriptedEndpoint{}.function());
        ScriptedEndpoint endpoint;
        endpoint.models = [port = elsewhere.port()](const ServerRequest &) {
            return whole(301, {}, "Location: http://127.0.0.1:" + QByteArray::number(port) + "/v1/models\r\n");
        };
        LoopbackServer server(endpoint.function());
        const auto outcome = probed(settingsFor(server, {}, "sk-secret"));
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.redirect"_s);
        QVERIFY(outcome.error->message.contains(QString::number(elsewhere.port())));
        QCOMPARE(elsewhere.requests(), 0);
    }

    void takesTheAddressItselfAfterA404()
    {
        LoopbackServer server([](const ServerRequest &request) {
            ServerRequest below = request;
            if (request.target.startsWith("/v1"))
                return whole(404, "not here");
            below.target = "/v1" + request.target;
            return ScriptedEndpoint{}.answer(below);
        });
        const auto outcome = probed(settingsFor(server));
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.base, u"http://127.0.0.1:%1"_s.arg(server.port()));
        QVERIFY(outcome.report.smallRequestSucceeded);
    }

    void saysThatUserInfoWasLeftOut()
    {
        LoopbackServer server(ScriptedEndpoint{}.function());
        auto settings = settingsFor(server);
        settings.address = *EndpointAddress::parse(u"http://user:secret@127.0.0.1:%1"_s.arg(server.port()));
        const auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.warnings, QStringList{u"userinfo_left_out"_s});
        QCOMPARE(outcome.report.steps.front().name, u"address"_s);
        QCOMPARE(outcome.report.steps.front().state, ProbeStep::State::Warned);
        for (const ProbeStep &step : outcome.report.steps)
            QVERIFY(!step.fact.contains(u"secret"_s));
        for (const ServerRequest &request : server.received())
            QVERIFY(!request.head.contains("Authorization"));
    }

    void needsNoModelListWhenTheModelIsNamed()
    {
        ScriptedEndpoint endpoint;
        endpoint.models = [](const ServerRequest &) { return whole(404, "{}"); };
        const auto outcome = probed(endpoint, u"named"_s);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(outcome.report.modelListMissing);
        QCOMPARE(outcome.report.model, u"named"_s);
        QCOMPARE(outcome.report.warnings, QStringList{u"no_model_list"_s});
        QVERIFY(outcome.report.smallRequestSucceeded);
    }

    void findsTheBaseByThePostWhereNoListTellsIt()
    {
        LoopbackServer server([](const ServerRequest &request) {
            ServerRequest below = request;
            below.target = "/v1" + request.target;
            return request.target == "/chat/completions" ? ScriptedEndpoint{}.answer(below) : whole(404, "{}");
        });
        const auto outcome = probed(settingsFor(server, u"named"_s));
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.base, u"http://127.0.0.1:%1"_s.arg(server.port()));
    }

    void asksForTheModelWhereItIsNotClear()
    {
        ScriptedEndpoint several;
        several.modelList = R"({"data":[{"id":"a"},{"id":"b"}]})";
        auto outcome = probed(several);
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.error->code, u"model.several"_s);
        QCOMPARE(outcome.report.servedModels, (QStringList{u"a"_s, u"b"_s}));
        outcome = probed(several, u"c"_s);
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.error->code, u"model.unknown"_s);
        QCOMPARE(probed(several, u"b"_s).report.model, u"b"_s);
        ScriptedEndpoint none;
        none.modelList = R"({"data":null})";
        QCOMPARE(probed(none).exitCode, 2);
    }

    void waitsWhileTheModelIsLoaded()
    {
        const auto asked = std::make_shared<std::atomic<int>>(0);
        ScriptedEndpoint endpoint;
        endpoint.models = [asked, list = endpoint.modelList](const ServerRequest &) {
            return ++*asked < 3 ? whole(503, R"({"error":{"code":503,"message":"Loading model"}})") : whole(200, list);
        };
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(asked->load(), 3);
        QCOMPARE(stepNames(outcome).count(u"models"_s), 2);
    }

    void waitsWithTheSmallRequestButNotForEver()
    {
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &) { return whole(503, R"({"error":{"message":"Loading model"}})"); };
        LoopbackServer server(endpoint.function());
        const auto outcome = probed(settingsFor(server), 2.5);
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.warnings, QStringList{u"probe_failed"_s});
        QVERIFY(server.posts() >= 2);
    }

    void seesWhetherConnectionsAreKept()
    {
        ScriptedEndpoint closing;
        closing.closesAfterStream = true;
        QCOMPARE(probed(closing).report.keepsConnection, false);

        ScriptedEndpoint holding;
        holding.chat = [](const ServerRequest &) {
            const QByteArray text =
                ScriptedEndpoint::event(R"({"choices":[{"delta":{"content":"x"}}]})") + "data: [DONE]\n\n";
            return ServerScript().send(streamHead() + httpChunk(text)).silence();
        };
        const auto outcome = probed(holding);
        QVERIFY(outcome.report.smallRequestSucceeded);
        QVERIFY2(!outcome.report.keepsConnection, "the body never ended, so nobody knows");

        ScriptedEndpoint unframed;
        unframed.chat = [](const ServerRequest &) {
            return ServerScript()
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                    + ScriptedEndpoint::event(R"({"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]})"))
                .close();
        };
        QCOMPARE(probed(unframed).report.keepsConnection, false);
    }

    void closesAStreamThatIgnoresTheLimit()
    {
        ScriptedEndpoint endpoint;
        endpoint.chat = [](const ServerRequest &) {
            QByteArray text;
            for (int i = 0; i < 100; ++i)
                text += ScriptedEndpoint::event(R"({"choices":[{"delta":{"content":"x"}}]})");
            return ServerScript().send(streamHead() + httpChunk(text)).silence();
        };
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(outcome.report.smallRequestSucceeded);
        QCOMPARE(outcome.report.warnings, QStringList{u"length_limit_ignored"_s});
        QVERIFY(!outcome.report.keepsConnection);
        QVERIFY(!outcome.report.usageReported);
    }

    void saysWhenUsageIsMissing()
    {
        ScriptedEndpoint endpoint;
        endpoint.reportsUsage = false;
        const auto outcome = probed(endpoint);
        QCOMPARE(outcome.report.usageReported, false);
        QCOMPARE(stepNamed(outcome, u"usage"_s)->state, ProbeStep::State::Warned);
    }

    void knowsTheSimulatedEndpoint()
    {
        ScriptedEndpoint endpoint;
        endpoint.modelList = R"({"data":[{"id":"m","owned_by":"streamgauge-simulator"}]})";
        QVERIFY(probed(endpoint).report.simulated);
    }

    void namesWhatCannotBeReached()
    {
        auto address = EndpointAddress::parse(u"http://127.0.0.1:%1"_s.arg(closedPort()));
        auto outcome = probed({*address, {}, {}});
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.connection"_s);
        QCOMPARE(stepNamed(outcome, u"port"_s)->state, ProbeStep::State::Failed);

        address = EndpointAddress::parse(u"http://no-such-host.invalid"_s);
        outcome = probed({*address, {}, {}});
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.name"_s);
        QVERIFY(outcome.error->message.contains(u"no-such-host.invalid"_s));
    }

    void namesAServerThatSaysNothingOrNoHttp()
    {
        ScriptedEndpoint silent;
        silent.models = [](const ServerRequest &) { return ServerScript().silence(); };
        auto outcome = probed(silent, {}, 0.5);
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.timeout"_s);
        QVERIFY2(
            outcome.error->message.contains(u"within the time limit of 0.5 s"_s), qPrintable(outcome.error->message));

        LoopbackServer other([](const ServerRequest &) { return ServerScript().send("220 mail ready\r\n").close(); });
        outcome = probed(settingsFor(other));
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.connection"_s);

        LoopbackServer plain(ScriptedEndpoint{}.function(),
            [](int) { return ServerScript().send("HTTP/1.1 400 Bad Request\r\n\r\n").close(); });
        const auto tls = EndpointAddress::parse(u"https://127.0.0.1:%1"_s.arg(plain.port()));
        outcome = probed({*tls, {}, {}});
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.tls"_s);
        QCOMPARE(stepNamed(outcome, u"tls"_s)->state, ProbeStep::State::Failed);
    }

    void takesTheAddressOfANameThatAccepts_data()
    {
        QTest::addColumn<bool>("six");
        QTest::newRow("IPv4 only") << false;
        QTest::newRow("IPv6 only") << true;
    }

    void takesTheAddressOfANameThatAccepts()
    {
        QFETCH(bool, six);
        LoopbackServer server(
            ScriptedEndpoint{}.function(), {}, six ? LoopbackServer::Family::IPv6 : LoopbackServer::Family::IPv4);
        const auto address = EndpointAddress::parse(u"localhost:%1"_s.arg(server.port()));
        const auto outcome = probed({*address, {}, {}});
        if (outcome.exitCode == 3 && !stepNamed(outcome, u"name"_s)->fact.contains(six ? u"::1"_s : u"127.0.0.1"_s))
            QSKIP("localhost has no address of this family on this machine");
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.addressFamily, six ? u"ipv6"_s : u"ipv4"_s);
        QCOMPARE(outcome.report.address, six ? u"::1"_s : u"127.0.0.1"_s);
    }
};

QTEST_GUILESS_MAIN(TestProbe)
#include "tst_probe.moc"
