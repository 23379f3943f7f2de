// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"
#include "models/load/resultsfile.h"
#include "tests/models/load/sampleresult.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

QStringList keysOf(const JsonValue &object)
{
    QStringList keys;
    for (const JsonValue::Member &member : object.object())
        keys += member.first;
    return keys;
}

/// The value at "/a/0/b"; null where there is none.
const JsonValue &at(const JsonValue &root, const QString &pointer)
{
    static const JsonValue nothing;
    const JsonValue *value = &root;
    for (const QString &token : pointer.split(u'/', Qt::SkipEmptyParts)) {
        if (value->isArray()) {
            const auto index = static_cast<std::size_t>(token.toInt());
            value = index < value->array().size() ? &value->array()[index] : &nothing;
        } else {
            value = &(*value)[token];
        }
    }
    return *value;
}

JsonValue parsed(const QByteArray &bytes)
{
    const auto value = parseJson(bytes);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return *value;
}

} // namespace

class TestResultsFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheKeysOfTheFormatInOrder();
    void writesNumbersAsRuled();
    void keepsItlOnOneLine();
    void publishesNoPlaceAndNoPath();
    void explainsNulls();
    void writesAPartialRun();
    void writesARunWithoutSuccess();
    void keepsServerObjectsThatCanStand();
    void writesNoNumberThatJsonLacks();
    void readsBack_data();
    void readsBack();
    void takesTheReportedModelFromTheRun();
    void ignoresNewKeysInLocal();
    void readsRunsOfBeforeTheRouteWasKept();
    void readsLevelsWithoutNewerKeys();
    void refuses_data();
    void refuses();
    void refusesEveryTruncation();
    void refusesAnyChangedRecord();
};

void TestResultsFile::hasTheKeysOfTheFormatInOrder()
{
    const JsonValue root = parsed(writeLoadResults(sampleResult()));
    const auto keys = [&root](const QString &pointer) { return keysOf(at(root, pointer)); };
    QCOMPARE(keys(u""_s),
        QStringList(
            {u"format"_s, u"format_version"_s, u"complete"_s, u"created_at"_s, u"manifest"_s, u"runs"_s, u"local"_s}));
    QCOMPARE(keys(u"/runs/0"_s).join(u' '),
        u"run_kind model_id model_revision engine engine_version accelerator precision profile gpu_count input_tokens "
        "output_tokens concurrency request_count warmup_count token_count_method metrics environment"_s);
    QCOMPARE(keys(u"/runs/0/metrics"_s).join(u' '),
        u"duration_s requests_succeeded requests_failed requests_timed_out request_throughput_per_s "
        "output_throughput_tokens_per_s input_tokens_mean output_tokens_mean ttft_ms itl_ms latency_ms"_s);
    QCOMPARE(keys(u"/runs/0/metrics/ttft_ms"_s).join(u' '), u"n mean p50 p95 p99"_s);
    QCOMPARE(keys(u"/runs/1/metrics/ttft_ms"_s).join(u' '), u"n mean p50 p95"_s); // 92 successes
    QCOMPARE(keys(u"/runs/0/environment"_s).join(u' '),
        u"cli_version python os machine temperature max_tokens seed stream stream_usage ignore_eos ignore_eos_honoured "
        "prompt_generator percentile_method server_model timeout_s"_s);
    QCOMPARE(keys(u"/local"_s).join(u' '),
        u"endpoint endpoint_host served_models plan levels warnings partial_run probe client calibration hardware "
        "reasons"_s);
    QCOMPARE(keys(u"/local/levels/0"_s).join(u' '),
        u"concurrency errors reads chunks_per_read peak_in_flight reconnects connects event_loop_lag_ms "
        "dispatch_delay_ms read_lag_us cpu_share suspended_ms start_ramp_ms start_burst_lag_ms statistics "
        "derived requests"_s);
    QCOMPARE(keys(u"/local/levels/0/derived"_s).join(u' '),
        u"tpot_ms first_answer_ms tokens_per_chunk output_tokens_per_s input_tokens_per_s total_tokens_per_s "
        "tokens_per_s_per_stream steady_state"_s);
    QCOMPARE(keys(u"/local/levels/0/derived/tpot_ms"_s).join(u' '), u"n mean p50 p95 p99"_s);
    QCOMPARE(keys(u"/local/levels/1/derived/tpot_ms"_s).join(u' '), u"n mean p50 p95"_s);
    QCOMPARE(keys(u"/local/levels/0/derived/steady_state"_s).join(u' '),
        u"start_offset_ms end_offset_ms share mean_in_flight output_per_s counted"_s);
    QCOMPARE(keys(u"/local/levels/0/requests/0"_s).join(u' '),
        u"index outcome error dispatch_offset_ms connects connect_ms attempts first_event_ms ttft_ms first_answer_ms "
        "first_delta_kind latency_ms last_delta_ms content_chunks reads finish_reason input_tokens cached_tokens "
        "output_tokens usage usage_excluded_tokens decode_tps_client prompt_tps_client tpot_ms tokens_per_chunk "
        "timings warnings anomalies itl_ms"_s);
    QCOMPARE(keys(u"/local/levels/1/requests/0/error"_s).join(u' '), u"kind message http_status retry_after_s"_s);
    QCOMPARE(keys(u"/local/client"_s).join(u' '), u"qt curl threads instrument_check"_s);
    QCOMPARE(keys(u"/local/warnings/0"_s).join(u' '), u"code message level request"_s);
    QCOMPARE(at(root, u"/runs"_s).array().size(), 3U);
    QCOMPARE(at(root, u"/local/levels"_s).array().size(), 3U);
}

void TestResultsFile::writesNumbersAsRuled()
{
    LoadResult result = sampleResult();
    result.levels.resize(1);
    result.plan.concurrency.resize(1);
    auto &requests = result.levels.front().requests;
    requests.resize(2);
    // Mean 1,234,500 ns: a tie in microseconds, though not in binary milliseconds.
    requests[0].ttftNs = 1'234'000;
    requests[1].ttftNs = 1'235'000;
    requests[0].itlNs = {2'000'000};
    requests[1].itlNs = {3'000'001};
    requests[0].dispatchNs = 77;
    requests[0].latencyNs = 100'000'000;
    requests[1].dispatchNs = 50'000'077;
    requests[1].latencyNs = 283'333'833;
    requests[0].inputTokens = 512;
    requests[1].inputTokens = 513;
    const JsonValue root = parsed(writeLoadResults(result));
    const auto text = [&root](const QString &pointer) { return compactJson(at(root, pointer)); };
    QCOMPARE(text(u"/created_at"_s), R"("2026-01-31T12:00:05Z")"_ba);
    QCOMPARE(text(u"/runs/0/metrics/ttft_ms"_s), R"({"n":2,"mean":1.235,"p50":1.235})"_ba);
    QCOMPARE(text(u"/runs/0/metrics/itl_ms"_s), R"({"n":2,"mean":2.5,"p50":2.5})"_ba);
    QCOMPARE(text(u"/runs/0/metrics/duration_s"_s), "0.333334"_ba); // 0.333333833
    QCOMPARE(text(u"/runs/0/metrics/request_throughput_per_s"_s), "6"_ba); // 5.99999
    QCOMPARE(text(u"/runs/0/metrics/output_throughput_tokens_per_s"_s), "96"_ba);
    QCOMPARE(text(u"/runs/0/metrics/input_tokens_mean"_s), "512.5"_ba);
    QCOMPARE(text(u"/runs/0/environment/timeout_s"_s), "0.5"_ba);
    QCOMPARE(text(u"/runs/0/environment/cli_version"_s), R"("streamgauge 0.1.0")"_ba);
    QCOMPARE(text(u"/runs/0/environment/prompt_generator"_s), R"("streamgauge-synthetic-v1")"_ba);
    QCOMPARE(text(u"/local/levels/0/requests/0/dispatch_offset_ms"_s), "0"_ba);
    QCOMPARE(text(u"/local/levels/0/requests/1/dispatch_offset_ms"_s), "50"_ba);
    QCOMPARE(text(u"/local/levels/0/requests/1/itl_ms"_s), "[3.000001]"_ba);
    QCOMPARE(text(u"/local/levels/0/event_loop_lag_ms"_s), R"({"n":100,"p50":0.052001,"p99":0.19,"max":0.251})"_ba);
    QCOMPARE(text(u"/local/levels/0/read_lag_us"_s), R"({"n":50,"p50":31.007,"max":412.345,"dropped":1})"_ba);
    QCOMPARE(text(u"/local/levels/0/start_ramp_ms"_s), "1.234567"_ba);
    QCOMPARE(text(u"/local/levels/0/reads"_s), "32"_ba);
    QCOMPARE(text(u"/local/levels/0/chunks_per_read"_s), "1"_ba);
    QVERIFY(readLoadResults(writeLoadResults(result)).has_value());
}

void TestResultsFile::keepsItlOnOneLine()
{
    const QByteArray bytes = writeLoadResults(sampleResult());
    int lines = 0;
    for (const QByteArray &line : bytes.split('\n')) {
        if (line.contains("\"itl_ms\": ["))
            lines += line.trimmed().endsWith(']') ? 1 : 0;
    }
    QCOMPARE(lines, 300);
    QVERIFY(bytes.endsWith("}\n"));
}

void TestResultsFile::publishesNoPlaceAndNoPath()
{
    const JsonValue root = parsed(writeLoadResults(sampleResult()));
    const QByteArray runs = compactJson(at(root, u"/runs"_s));
    for (const char *secret : {"127.0.0.1", "8080", "/srv", "models/", "words", "other"})
        QVERIFY2(!runs.contains(secret), secret);
    QCOMPARE(at(root, u"/runs/0/model_id"_s).toString(), u"Qwen3-8B.gguf"_s);
    QCOMPARE(at(root, u"/runs/0/environment/server_model"_s).toString(), u"Qwen3-8B.gguf"_s);
    QCOMPARE(at(root, u"/local/probe/model"_s).toString(), u"/srv/models/Qwen3-8B.gguf"_s);
}

void TestResultsFile::explainsNulls()
{
    LoadResult result = sampleResult();
    result.curlVersion.clear();
    result.probe.serverModel.clear();
    result.probe.keepsConnection.reset();
    const JsonValue root = parsed(writeLoadResults(result));
    for (const auto &[pointer, reason] : at(root, u"/local/reasons"_s).object()) {
        QVERIFY2(at(root, pointer).isNull(), qPrintable(pointer));
        QVERIFY(!reason.toString().isEmpty());
    }
    const JsonValue &reasons = at(root, u"/local/reasons"_s);
    for (const QString &pointer : {u"/manifest"_s, u"/runs/2/metrics/input_tokens_mean"_s,
             u"/runs/1/environment/server_model"_s, u"/runs/2/environment/ignore_eos_honoured"_s,
             u"/local/levels/2/read_lag_us"_s, u"/local/levels/2/cpu_share"_s, u"/local/client/curl"_s,
             u"/local/client/instrument_check"_s, u"/local/hardware"_s, u"/local/probe/keeps_connection"_s})
        QVERIFY2(reasons.find(pointer), qPrintable(pointer));
    QVERIFY(!reasons.find(u"/local/levels/0/cpu_share"));
}

void TestResultsFile::writesAPartialRun()
{
    const LoadResult result = interruptedResult();
    const JsonValue root = parsed(writeLoadResults(result));
    QCOMPARE(at(root, u"/complete"_s).toBool(true), false);
    QCOMPARE(at(root, u"/runs"_s).array().size(), 2U);
    QCOMPARE(keysOf(at(root, u"/local/partial_run"_s)).join(u' '), u"concurrency run level"_s);
    QCOMPARE(at(root, u"/local/partial_run/concurrency"_s).toInteger(), 32);
    QCOMPARE(at(root, u"/local/partial_run/run/metrics/requests_succeeded"_s).toInteger(), 24);
    QCOMPARE(at(root, u"/local/partial_run/run/metrics/requests_failed"_s).toInteger(), 0);
    QCOMPARE(at(root, u"/local/partial_run/level/errors/cancelled"_s).toInteger(), 6);
    QCOMPARE(at(root, u"/local/partial_run/level/requests"_s).array().size(), 30U);
    QVERIFY(at(root, u"/local/reasons"_s).find(u"/local/partial_run/level/read_lag_us"));
}

void TestResultsFile::writesARunWithoutSuccess()
{
    LoadResult result = sampleResult();
    for (RequestRecord &request : result.levels.back().requests)
        request = failureOf(request.index, -1, Outcome::Failed, ErrorKind::Connection);
    for (RequestRecord &request : result.levels.back().requests)
        request.latencyNs.reset();
    const JsonValue root = parsed(writeLoadResults(result));
    QCOMPARE(compactJson(at(root, u"/runs/2/metrics"_s)),
        R"({"duration_s":null,"requests_succeeded":0,"requests_failed":100,"requests_timed_out":0,)"
        R"("request_throughput_per_s":0,"output_throughput_tokens_per_s":0,"input_tokens_mean":null,)"
        R"("output_tokens_mean":null,"ttft_ms":{"n":0},"itl_ms":{"n":0},"latency_ms":{"n":0}})"_ba);
    QVERIFY(at(root, u"/runs/2/environment/ignore_eos_honoured"_s).isNull());
    QVERIFY(at(root, u"/local/reasons"_s).find(u"/runs/2/metrics/duration_s"));
    QVERIFY(at(root, u"/local/levels/2/requests/0/dispatch_offset_ms"_s).isNull());
    QVERIFY(readLoadResults(writeLoadResults(result)).has_value());
}

void TestResultsFile::keepsServerObjectsThatCanStand()
{
    LoadResult result = sampleResult();
    auto &requests = result.levels[0].requests;
    requests[0].usageRaw = "{\"prompt_tokens\": 512.0, \"x\": 1.50}";
    requests[1].usageRaw = R"({"a":1,"a":2})";
    requests[2].usageRaw = R"([1])";
    requests[3].timingsRaw = QByteArray(60, '[') + QByteArray(60, ']');
    const QByteArray bytes = writeLoadResults(result);
    QVERIFY(bytes.contains("\"usage\": {\"prompt_tokens\": 512.0, \"x\": 1.50},"));
    const JsonValue root = parsed(bytes);
    for (const QString &pointer : {u"/local/levels/0/requests/1/usage"_s, u"/local/levels/0/requests/2/usage"_s,
             u"/local/levels/0/requests/3/timings"_s}) {
        QVERIFY(at(root, pointer).isNull());
        QVERIFY2(at(root, u"/local/reasons"_s).find(pointer), qPrintable(pointer));
    }
    QVERIFY(readLoadResults(bytes).has_value());
}

void TestResultsFile::writesNoNumberThatJsonLacks()
{
    LoadResult result = sampleResult();
    result.levels[1].requests[0].error->retryAfterS = std::numeric_limits<double>::infinity();
    const auto read = readLoadResults(writeLoadResults(result));
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QVERIFY(!read->levels[1].requests[0].error->retryAfterS);
}

void TestResultsFile::readsBack_data()
{
    QTest::addColumn<bool>("interrupted");
    QTest::newRow("finished") << false;
    QTest::newRow("interrupted") << true;
}

void TestResultsFile::readsBack()
{
    QFETCH(bool, interrupted);
    LoadResult result = interrupted ? interruptedResult() : sampleResult();
    result.probe.simulated = interrupted;
    const QByteArray bytes = writeLoadResults(result);
    const auto read = readLoadResults(bytes);
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->createdAt, result.createdAt);
    QCOMPARE(read->plan, result.plan);
    QCOMPARE(read->model, result.model);
    QCOMPARE(read->warnings, result.warnings);
    QCOMPARE(read->probe.servedModels, result.probe.servedModels);
    QCOMPARE(read->probe.accepted, result.probe.accepted);
    QCOMPARE(read->probe.route, result.probe.route);
    QCOMPARE(read->probe.simulated, interrupted);
    QCOMPARE(read->partial.has_value(), interrupted);
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const qint64 first = result.levels[i].firstDispatchNs();
        for (RequestRecord &request : result.levels[i].requests)
            request.dispatchNs -= request.dispatchNs < 0 ? 0 : first;
        QCOMPARE(read->levels[i].requests, result.levels[i].requests);
        QCOMPARE(read->levels[i].client, result.levels[i].client);
    }
    // Nothing is lost: written again, the file is the same.
    QCOMPARE(writeLoadResults(*read), bytes);
}

void TestResultsFile::takesTheReportedModelFromTheRun()
{
    LoadResult result = sampleResult();
    result.probe.serverModel.clear(); // the small request failed
    result.levels[1].requests[40].serverModel = u"/opt/other.gguf"_s;
    const QByteArray bytes = writeLoadResults(result);
    const JsonValue root = parsed(bytes);
    QCOMPARE(at(root, u"/runs/0/environment/server_model"_s).toString(), u"other.gguf"_s);
    QCOMPARE(at(root, u"/local/probe/server_model"_s).toString(), u"/opt/other.gguf"_s);
    QCOMPARE(writeLoadResults(readLoadResults(bytes).value()), bytes);
}

void TestResultsFile::readsRunsOfBeforeTheRouteWasKept()
{
    QByteArrayList lines = writeLoadResults(sampleResult()).split('\n');
    const qsizetype all = lines.removeIf([](const QByteArray &line) {
        static const QByteArrayList keys{"proxy", "proxy_of_system", "address_family_asked", "trusted_certificate",
            "extra_authorities", "custom_headers"};
        return keys.contains(line.trimmed().split('"').value(1));
    });
    QCOMPARE(all, 6);
    const auto read = readLoadResults(lines.join('\n'));
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->probe.route, RouteFacts());
}

void TestResultsFile::ignoresNewKeysInLocal()
{
    QByteArray bytes =
        changed(writeLoadResults(sampleResult()), "\"endpoint\":", "\"new\": {\"a\": []}, \"endpoint\":");
    bytes = changed(bytes, "\"peak_in_flight\":", "\"newer\": 1, \"peak_in_flight\":");
    bytes = changed(bytes, "\"content_chunks\":", "\"newest\": null, \"content_chunks\":");
    const auto read = readLoadResults(bytes);
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(writeLoadResults(*read), writeLoadResults(sampleResult()));
}

/// Files of earlier versions hold less of what the client saw of itself.
void TestResultsFile::readsLevelsWithoutNewerKeys()
{
    LoadResult result = sampleResult();
    QByteArray bytes = writeLoadResults(result);
    for (const char *key : {"reads", "chunks_per_read", "suspended_ms", "start_ramp_ms", "start_burst_lag_ms"}) {
        const QRegularExpression line(u"(?m)^ {8}\"%1\": [^{\\[\n]*,\n"_s.arg(QString::fromLatin1(key)));
        bytes = QString::fromUtf8(bytes).replace(line, {}).toUtf8();
        QVERIFY(!parsed(bytes)[u"local"][u"levels"].array().front().find(QString::fromLatin1(key)));
    }
    const auto read = readLoadResults(bytes);
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(read->levels[0].client.readLag, result.levels[0].client.readLag);
    QVERIFY(!read->levels[0].client.suspendedNs);
    QVERIFY(!read->levels[0].client.startRampNs);
}

void TestResultsFile::refuses_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const char *from, const char *to, const QString &code, const QString &place) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << code << place;
    };
    const QString shape = u"results.shape"_s;
    const QString mismatch = u"results.mismatch"_s;
    row("other format", "kovara-benchmark-results", "other", u"results.format"_s, u"format"_s);
    row("newer version", "\"format_version\": 1", "\"format_version\": 2", u"results.version"_s, u" 2;"_s);
    row("version as double", "\"format_version\": 1", "\"format_version\": 1.0", u"results.version"_s, u"1"_s);
    row("no version", "\"format_version\": 1,", "", u"results.version"_s, u"null"_s);
    row("new top-level key", "\"manifest\":", "\"more\": 1, \"manifest\":", shape, u"/more is not a key"_s);
    row("no complete", "\"complete\": true,", "", shape, u"/complete is missing"_s);
    row("complete as text", "\"complete\": true", "\"complete\": \"yes\"", shape, u"/complete is \"yes\""_s);
    row("complete without all levels", "\"concurrency\": [1, 8, 32]", "\"concurrency\": [1, 8, 32, 64]", mismatch,
        u"/complete"_s);
    row("time", "2026-01-31T12:00:05Z", "2026-02-31T12:00:05Z", shape, u"/created_at"_s);
    row("time zone", "2026-01-31T12:00:05Z", "2026-01-31T12:00:05+01:00", shape, u"/created_at"_s);
    row("manifest", "\"manifest\": null", "\"manifest\": {}", shape, u"/manifest"_s);
    row("new key in a record", "\"run_kind\":", "\"more\": 1, \"run_kind\":", shape, u"/runs/0/more"_s);
    row("missing key in a record", "\"gpu_count\": null,", "", shape, u"/runs/0/gpu_count is missing"_s);
    row("number as text", "\"requests_failed\": 0", "\"requests_failed\": \"0\"", shape,
        u"/runs/0/metrics/requests_failed"_s);
    row("other count", "\"requests_failed\": 0", "\"requests_failed\": 1", mismatch,
        u"/runs/0/metrics/requests_failed is 1"_s);
    row("other kind of run", "protocol_test", "hardware", mismatch, u"/runs/0/run_kind"_s);
    row("no local", "\"local\":", "\"lokal\":", shape, u"/lokal"_s);
    row("level not planned", "\"concurrency\": [1, 8, 32]", "\"concurrency\": [1, 9, 32]", shape, u"/local/levels/1"_s);
    row("impossible plan", "\"concurrency\": [1, 8, 32]", "\"concurrency\": [1, 8, 32, 9999]", shape, u"/local/plan"_s);
    row("unknown outcome", "\"outcome\": \"succeeded\"", "\"outcome\": \"fine\"", shape,
        u"/local/levels/0/requests/0/outcome"_s);
    row("unknown error", "\"kind\": \"tls\"", "\"kind\": \"ssl\"", shape, u"/local/levels/1/requests/2/error/kind"_s);
    row("success with an error", "\"error\": null",
        "\"error\": {\"kind\": \"tls\", \"message\": \"\", "
        "\"http_status\": null, \"retry_after_s\": null}",
        shape, u"/local/levels/0/requests/0/error"_s);
    row("negative time", "\"dispatch_offset_ms\": 0,", "\"dispatch_offset_ms\": -1,", shape,
        u"/local/levels/0/requests/0/dispatch_offset_ms"_s);
    row("endless time", "\"dispatch_offset_ms\": 0,", "\"dispatch_offset_ms\": 1e300,", shape,
        u"/local/levels/0/requests/0/dispatch_offset_ms"_s);
    row("sample as text", "\"itl_ms\": [", "\"itl_ms\": [\"1\", ", shape, u"/local/levels/0/requests/0/itl_ms/0"_s);
    row("count as double", "\"content_chunks\": 16", "\"content_chunks\": 16.0", shape,
        u"/local/levels/0/requests/0/content_chunks"_s);
    row("count too large", "\"content_chunks\": 16", "\"content_chunks\": 3000000000", shape,
        u"/local/levels/0/requests/0/content_chunks"_s);
    row("side file", "\"itl_ms\": [", "\"itl_ms\": {\"offset\": 0, \"count\": 15}, \"x\": [", shape, u"side file"_s);
    row("reads that do not add up", "\"reads\": 1600,", "\"reads\": 1601,", shape, u"/local/levels/0/reads is not"_s);
    row("errors that do not add up", "\"errors\": {}", "\"errors\": {\"tls\": 1}", shape, u"/local/levels/0/errors"_s);
    row("duplicate key", "\"manifest\": null", "\"manifest\": null, \"manifest\": null", u"json.duplicate_key"_s,
        u"line 6"_s);
}

void TestResultsFile::refuses()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, code);
    QFETCH(QString, place);
    const auto read = readLoadResults(changed(writeLoadResults(sampleResult()), from, to));
    QVERIFY(!read.has_value());
    QVERIFY2(read.error().code == code, qPrintable(read.error().code + u": "_s + read.error().message));
    QVERIFY2(read.error().message.contains(place), qPrintable(read.error().message));
}

void TestResultsFile::refusesEveryTruncation()
{
    QCOMPARE(readLoadResults("").error().code, u"json.empty"_s);
    QCOMPARE(readLoadResults("[]").error().code, u"results.format"_s);
    QCOMPARE(readLoadResults("null").error().code, u"results.format"_s);
    QCOMPARE(readLoadResults(R"({"format":"kovara-benchmark-results","format_version":1})").error().code,
        u"results.shape"_s);
    LoadResult result = sampleResult();
    result.levels.resize(1);
    result.levels.front().requests.resize(2);
    result.plan.concurrency = {1};
    const QByteArray bytes = writeLoadResults(result);
    QVERIFY(readLoadResults(bytes).has_value());
    for (qsizetype length = 0; length < bytes.size() - 2; length += 7)
        QVERIFY(!readLoadResults(bytes.first(length)).has_value());
}

void TestResultsFile::refusesAnyChangedRecord()
{
    LoadResult result = sampleResult();
    result.levels.resize(1);
    result.plan.concurrency = {1};
    const QByteArray bytes = writeLoadResults(result);
    const qsizetype metrics = bytes.indexOf("\"metrics\"");
    const qsizetype end = bytes.indexOf("\"environment\"");
    int digits = 0;
    for (qsizetype i = metrics; i < end; ++i) {
        const char before = bytes[i];
        const bool inNumber = before >= '0' && before <= '9' && !QByteArrayView("p\"").contains(bytes[i - 1])
            && !QByteArrayView("\"").contains(bytes[i + 1]);
        if (!inNumber || bytes.mid(i - 1, 3).contains('p'))
            continue;
        QByteArray other = bytes;
        other[i] = before == '9' ? '8' : char(before + 1);
        QVERIFY2(!readLoadResults(other).has_value(), bytes.mid(i - 20, 40).constData());
        i += 3; // not every digit: each costs a whole reading
        ++digits;
    }
    QVERIFY(digits > 10);
}

QTEST_GUILESS_MAIN(TestResultsFile)
#include "tst_resultsfile.moc"
