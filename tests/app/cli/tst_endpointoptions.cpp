// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"
#include "tests/app/load/scriptedendpoint.h"
#include "tests/servers/proxyserver.h"
#include "tests/servers/tlsfront.h"
#include "tests/servers/troubledendpoint.h"

#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

struct Ran {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

using Variables = QMap<QString, QString>;

/// Says back what it was sent, in every place where a server has words of its own.
ServerScript echoing(const ServerRequest &request)
{
    QByteArray said = request.head;
    said.replace("\r\n", " ").replace('"', '\'');
    const QByteArray field = "Server: " + said + "\r\n";
    const QByteArray usage = R"({"usage":{"prompt_tokens":3,"completion_tokens":1,"said":")" + said + R"("}})";
    if (request.target.contains("/models"))
        return ServerScript().send(wholeResponse(200, R"({"data":[{"id":"m","said":")" + said + R"("}]})", field));
    // Every other request fails with the words, in one of two ways.
    if (request.number % 3 == 0)
        return ServerScript().send(wholeResponse(500, R"({"error":{"message":")" + said + R"("}})", field));
    if (request.number % 3 == 1)
        return ServerScript().send(wholeResponse(200, R"(data: {"error":{"message":")" + said + "\"}}\n\n", field));
    return ServerScript().send(wholeResponse(200,
        R"(data: {"model":")" + said + R"(","choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]})"
            + "\n\ndata: " + usage + "\n\ndata: [DONE]\n\n",
        field));
}

} // namespace

/// The endpoint options of probe and bench as a person or a script gives them.
class TestEndpointOptions final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<LoopbackServer>(ScriptedEndpoint{}.function());
    }

    void helpSaysWhatIsUsedByDefault()
    {
        for (const QString &command : {u"probe"_s, u"bench"_s}) {
            const Ran ran = run({command, u"--help"_s});
            QCOMPARE(ran.exitCode, 0);
            const QByteArray text = ran.out.simplified();
            for (const char *words : {"--header-env NAME=VARIABLE", "--proxy none|system|URL", "--ca-file FILE",
                     "--trust-certificate SHA256", "--ipv4", "--ipv6", "none, the default"})
                QVERIFY2(text.contains(words), words);
        }
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *name, const QStringList &options, const QByteArray &words) {
            QTest::newRow(name) << options << words;
        };
        row("both families", {u"--ipv4"_s, u"--ipv6"_s}, "--ipv");
        row("proxy without a port", {u"--proxy"_s, u"http://proxy"_s}, "--proxy: The proxy proxy has no port");
        row("proxy of another kind", {u"--proxy"_s, u"https://hidden@proxy:1"_s},
            "--proxy: The proxy begins with https");
        row("empty proxy", {u"--proxy"_s, u""_s}, "--proxy: the value is empty");
        row("two proxies", {u"--proxy"_s, u"none"_s, u"--proxy"_s, u"system"_s}, "--proxy: given more than once");
        row("no fingerprint", {u"--trust-certificate"_s, u"abc"_s}, "--trust-certificate: “abc” is no SHA-256");
        row("a certificate for plain http", {u"--trust-certificate"_s, u"ab"_s.repeated(32)},
            "is plain http and shows none");
        row("no such file", {u"--ca-file"_s, u"/no/such/ca.pem"_s}, "/no/such/ca.pem");
        row("no file of certificates", {u"--ca-file"_s, u"/proc/self/status"_s}, "BEGIN CERTIFICATE");
        row("the other family", {u"--ipv6"_s}, "127.0.0.1 has no IPv6 address");
        row("header without =", {u"--header-env"_s, u"hidden"_s}, "--header-env is given as NAME=VARIABLE");
        row("header without a variable", {u"--header-env"_s, u"api-key="_s}, "--header-env api-key: what stands there");
        row("a value in place of the variable", {u"--header-env"_s, u"api-key=sk-hidden"_s}, "is no name of an");
        row("a key in place of the variable", {u"--api-key-env"_s, u"sk-hidden"_s}, "is no name of an");
        row("no such variable", {u"--header-env"_s, u"api-key=NO_SUCH"_s}, "there is no environment variable NO_SUCH");
        row("an empty variable", {u"--header-env"_s, u"api-key=EMPTY"_s}, "The header api-key has no value");
        row("no header name", {u"--header-env"_s, u"api key=VALUE"_s}, "“api key” is no header name");
        row("a header of ours", {u"--header-env"_s, u"Host=VALUE"_s}, "The header Host is set by the program");
        row("two lines", {u"--header-env"_s, u"api-key=LINES"_s}, "at position 7");
        row("twice", {u"--header-env"_s, u"a=VALUE"_s, u"--header-env"_s, u"A=VALUE"_s}, "The header A is given twice");
        row("two ways to authorize", {u"--header-env"_s, u"authorization=VALUE"_s, u"--api-key-env"_s, u"VALUE"_s},
            "sent as the header authorization");
    }

    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, words);
        const Variables variables{{u"VALUE"_s, u"hidden-value"_s}, {u"EMPTY"_s, u" "_s}, {u"LINES"_s, u"hidden\nx"_s}};
        for (const QString &command : {u"probe"_s, u"bench"_s}) {
            const Ran ran = run(QStringList{command, u"--endpoint"_s, url()} + options, variables);
            QCOMPARE(ran.exitCode, 2);
            const QByteArray said = ran.out + ran.err;
            QVERIFY2(said.contains(words), said.constData());
            QVERIFY2(!said.contains("hidden"), said.constData());
        }
        QCOMPARE(m_server->requests(), 0);
    }

    void benchesThroughAProxy()
    {
        const ProxyServer proxy(
            {.credentials = "proxy-user:proxy-word", .names = {{"only-here.invalid", m_server->port()}}});
        const QStringList options{u"--proxy"_s, proxy.url(u"proxy-user:proxy-word"_s)};
        const Ran ran = run(bench(u"http://only-here.invalid"_s, options));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        const JsonValue result = written();
        QCOMPARE(result[u"local"][u"probe"][u"proxy"].toString(), proxy.url());
        QVERIFY2(ran.err.contains("[through_proxy]"), ran.err.constData());
        QVERIFY(!everythingWritten(ran).contains("proxy-word") && !everythingWritten(ran).contains("proxy-user"));
    }

    void leavesTheEnvironmentsProxyAlone()
    {
        const ProxyServer proxy({.names = {{"only-here.invalid", m_server->port()}}});
        const Variables variables{{u"http_proxy"_s, proxy.url()}, {u"HTTP_PROXY"_s, proxy.url()},
            {u"all_proxy"_s, proxy.url()}, {u"https_proxy"_s, proxy.url()}};
        QCOMPARE(run({u"probe"_s, u"--endpoint"_s, url()}, variables).exitCode, 0);
        QCOMPARE(run({u"probe"_s, u"--endpoint"_s, url(), u"--proxy"_s, u"system"_s}, variables).exitCode, 0);
        QCOMPARE(run({u"probe"_s, u"--endpoint"_s, u"http://only-here.invalid"_s}, variables).exitCode, 3);
        QCOMPARE(proxy.connections(), 0);
        const Ran ran =
            run({u"probe"_s, u"--endpoint"_s, u"http://only-here.invalid"_s, u"--proxy"_s, u"system"_s}, variables);
        QVERIFY2(ran.exitCode == 0, ran.out.constData());
        QVERIFY(proxy.connections() > 0);
    }

    void benchesWithATrustedCertificate()
    {
        const TestCertificate identity = TestCertificate::make("DNS:other.example");
        const TlsFront front(m_server->port(), identity);
        const Ran refused = run(bench(front.url(), {}));
        QCOMPARE(refused.exitCode, 3);
        const QByteArray hint = "--trust-certificate " + identity.sha256().toLatin1();
        QVERIFY2(refused.err.contains(hint) && refused.err.contains("issued by"), refused.err.constData());
        QCOMPARE(m_server->requests(), 0);
        const Ran ran = run(bench(front.url(), {u"--trust-certificate"_s, identity.sha256()}));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QCOMPARE(written()[u"local"][u"probe"][u"trusted_certificate"].toString(), identity.sha256());
        QVERIFY(ran.err.contains("[trusted_certificate]"));
        QFile file(m_dir->filePath(u"ca.pem"_s));
        const TestCertificate local = localCertificate();
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(local.certificate.toPem()) > 0);
        file.close();
        const TlsFront other(m_server->port(), local);
        QCOMPARE(run(bench(other.url(), {u"--ca-file"_s, file.fileName(), u"--ipv4"_s})).exitCode, 0);
        QCOMPARE(written()[u"local"][u"probe"][u"extra_authorities"].toInteger(), qint64(1));
        QCOMPARE(written()[u"local"][u"probe"][u"address_family_asked"].toString(), u"ipv4"_s);
    }

    /// A run meets the server's new certificate in its middle: those requests fail, with their kind.
    void noticesAChangedCertificate()
    {
        const TestCertificate identity = localCertificate();
        auto front = std::make_shared<std::unique_ptr<TlsFront>>();
        ScriptedEndpoint endpoint;
        endpoint.closesAfterStream = true;
        const auto posts = std::make_shared<std::atomic<int>>(0);
        LoopbackServer server([endpoint, front, posts](const ServerRequest &request) {
            if (request.method == "POST" && ++*posts == 12)
                (*front)->changeIdentity(localCertificate());
            return endpoint.answer(request);
        });
        *front = std::make_unique<TlsFront>(server.port(), identity);
        const Ran ran =
            run(bench((*front)->url(), {u"--trust-certificate"_s, identity.sha256(), u"--requests"_s, u"20"_s}));
        const JsonValue level = written()[u"local"][u"levels"].array().front();
        QVERIFY2(level[u"errors"][u"tls"].toInteger() > 0, ran.err.constData());
        QByteArray text = everythingWritten(ran);
        QVERIFY2(text.contains("shows another certificate"), ran.err.constData());
        front->reset();
    }

    void keepsWhatIsSecretToItself()
    {
        LoopbackServer server(&echoing);
        const Variables variables{{u"HEADER_ONE"_s, u"planted-header-value"_s},
            {u"HEADER_TWO"_s, u"session=planted-cookie-value; a=b"_s}, {u"KEY"_s, u"sk-planted-key-value"_s}};
        const QString address = u"http://127.0.0.1:%1"_s.arg(server.port());
        const QStringList options{u"--api-key-env"_s, u"KEY"_s, u"--header-env"_s, u"api-key=HEADER_ONE"_s,
            u"--header-env"_s, u"Cookie=HEADER_TWO"_s};
        const Ran probe = run(QStringList{u"probe"_s, u"--endpoint"_s, address, u"--json"_s} + options, variables);
        const Ran ran = run(bench(address, options + QStringList{u"--requests"_s, u"30"_s}), variables);
        QVERIFY2(!written().isNull(), ran.err.constData());
        int sent = 0;
        for (const ServerRequest &request : server.received()) {
            sent += request.head.contains("api-key: planted-header-value\r\n")
                && request.head.contains("Cookie: session=planted-cookie-value; a=b\r\n");
        }
        QCOMPARE(sent, server.requests());
        const QByteArray everything = everythingWritten(ran) + probe.out + probe.err;
        QVERIFY2(everything.contains("***"), "the server's words are there");
        QVERIFY2(!everything.contains("planted"), everything.mid(everything.indexOf("planted") - 200, 400).constData());
        const JsonValue names = written()[u"local"][u"probe"][u"custom_headers"];
        QCOMPARE(names.array().size(), size_t(2));
        QCOMPARE(names.array().front().toString(), u"api-key"_s);
    }

    void keepsWhatIsSecretOutOfTheJournal()
    {
        LoopbackServer server(&echoing);
        QProcess process;
        start(process,
            bench(u"http://127.0.0.1:%1"_s.arg(server.port()),
                {u"--header-env"_s, u"api-key=HEADER"_s, u"--requests"_s, u"1000000"_s}),
            {{u"HEADER"_s, u"planted-header-value"_s}});
        QTRY_VERIFY_WITH_TIMEOUT(server.requests() > 200, 30'000);
        process.kill();
        QVERIFY(process.waitForFinished(30'000));
        const QByteArray everything = everythingWritten({});
        QVERIFY2(everything.contains("***"), "the server's words are there");
        QVERIFY(!everything.contains("planted"));
    }

    void tellsEachTroubleInWordsOfItsOwn_data()
    {
        m_troubles = TroubledEndpoint::all();
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < m_troubles.size(); ++i)
            QTest::newRow(m_troubles[i].name.constData()) << static_cast<int>(i);
    }

    void tellsEachTroubleInWordsOfItsOwn()
    {
        QFETCH(int, index);
        const TroubledEndpoint &trouble = m_troubles[static_cast<size_t>(index)];
        for (const QString &command : {u"probe"_s, u"bench"_s}) {
            QStringList arguments{command, u"--endpoint"_s, trouble.address, u"--timeout"_s, u"10"_s};
            if (!trouble.model.isEmpty())
                arguments += {u"--model"_s, trouble.model};
            const Ran ran = run(arguments);
            QCOMPARE(ran.exitCode, trouble.exitCode);
            const QString said = QString::fromUtf8(ran.out + ran.err);
            QVERIFY2(said.contains(trouble.words), qPrintable(said));
        }
    }

private:
    [[nodiscard]] QString url() const { return u"http://127.0.0.1:%1"_s.arg(m_server->port()); }

    [[nodiscard]] QStringList bench(const QString &endpoint, const QStringList &more) const
    {
        QStringList arguments{u"bench"_s, u"--endpoint"_s, endpoint, u"--input-tokens"_s, u"16"_s, u"--output-tokens"_s,
            u"4"_s, u"--warmup"_s, u"3"_s, u"--concurrency"_s, u"2"_s, u"--force"_s, u"--out"_s,
            m_dir->filePath(u"r.json"_s)};
        if (!more.contains(u"--requests"_s))
            arguments += {u"--requests"_s, u"6"_s};
        return arguments + more;
    }

    [[nodiscard]] JsonValue written() const
    {
        QFile file(m_dir->filePath(u"r.json"_s));
        return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(JsonValue()) : JsonValue();
    }

    /// All files of the run's folder, and what was printed.
    [[nodiscard]] QByteArray everythingWritten(const Ran &ran) const
    {
        QByteArray everything = ran.out + ran.err;
        QDirIterator files(m_dir->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                everything += file.readAll();
        }
        return everything;
    }

    void start(QProcess &process, const QStringList &arguments, const Variables &variables) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (auto variable = variables.begin(); variable != variables.end(); ++variable)
            environment.insert(variable.key(), variable.value());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_dir->path());
        process.start(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"), arguments);
    }

    [[nodiscard]] Ran run(const QStringList &arguments, const Variables &variables = {}) const
    {
        QProcess process;
        start(process, arguments, variables);
        if (!process.waitForFinished(60'000))
            qFatal("streamgauge-cli does not end");
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_server;
    std::vector<TroubledEndpoint> m_troubles;
};

QTEST_GUILESS_MAIN(TestEndpointOptions)
#include "tst_endpointoptions.moc"
