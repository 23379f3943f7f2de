// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/probe.h"
#include "app/endpoint/probejson.h"
#include "app/endpoint/probemodels.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/endpoint/transferroute.h"
#include "tests/app/load/scriptedendpoint.h"
#include "tests/servers/proxyserver.h"
#include "tests/servers/tlsfront.h"

#include <QHostInfo>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 30'000;

Probe::Outcome probed(const EndpointSettings &settings)
{
    CurlLoop loop;
    Probe probe(loop, settings, 20);
    QSignalSpy finished(&probe, &Probe::finished);
    probe.start();
    if (finished.isEmpty() && !finished.wait(patienceMs))
        qFatal("the probe does not end");
    return probe.outcome();
}

EndpointSettings settingsFor(const QString &address)
{
    EndpointSettings settings;
    settings.address = *EndpointAddress::parse(address);
    return settings;
}

ProbeStep stepNamed(const Probe::Outcome &outcome, const QString &name)
{
    for (const ProbeStep &step : outcome.report.steps) {
        if (step.name == name)
            return step;
    }
    return {};
}

} // namespace

/// The connection test over proxies, families of addresses and certificates.
class TestProbeRoute final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server = std::make_unique<LoopbackServer>(ScriptedEndpoint{}.function()); }

    void reachesAHostThatOnlyTheProxyKnows_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::newRow("http") << u"http"_s;
        QTest::newRow("socks5") << u"socks5"_s;
    }

    void reachesAHostThatOnlyTheProxyKnows()
    {
        QFETCH(QString, scheme);
        const ProxyServer proxy({.credentials = "me:secret-word", .names = {{"only-here.invalid", m_server->port()}}});
        EndpointSettings settings = settingsFor(u"http://only-here.invalid:8080"_s);
        settings.proxy = *ProxyChoice::parse(proxy.url(u"me:secret-word"_s, scheme));
        const auto outcome = probed(settings);
        QVERIFY2(outcome.exitCode == 0, outcome.error ? qPrintable(outcome.error->message) : "");
        const ProbeReport &report = outcome.report;
        QCOMPARE(report.route.proxy, proxy.url({}, scheme));
        QVERIFY(!report.route.proxyOfSystem);
        QCOMPARE(report.warnings, QStringList{u"through_proxy"_s});
        QCOMPARE(report.address, u"127.0.0.1"_s); // the proxy's
        QCOMPARE(report.steps.front().name, u"proxy"_s);
        QVERIFY2(stepNamed(outcome, u"port"_s).fact.contains(u"only-here.invalid:8080"_s),
            qPrintable(stepNamed(outcome, u"port"_s).fact));
        const QByteArray json = probeJson(outcome);
        QVERIFY(json.contains(proxy.url({}, scheme).toLatin1()));
        QVERIFY2(!json.contains("secret-word"), json.constData());
        QVERIFY(outcome.route && outcome.route->proxy);
    }

    void namesTheProxyThatIsTheTrouble()
    {
        const ProxyServer refusing({.credentials = "me:word"});
        EndpointSettings settings = settingsFor(u"https://llm.example"_s);
        settings.proxy = *ProxyChoice::parse(refusing.url());
        auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.proxy"_s);
        QCOMPARE(outcome.report.steps.back().name, u"proxy"_s);
        QCOMPARE(outcome.report.steps.back().state, ProbeStep::State::Failed);
        settings = settingsFor(u"http://llm.example"_s);
        settings.proxy = *ProxyChoice::parse(refusing.url());
        outcome = probed(settings);
        QCOMPARE(outcome.error->code, u"endpoint.proxy"_s);
        QVERIFY2(outcome.error->message.contains(u"wants a user name"_s), qPrintable(outcome.error->message));
        settings.proxy = *ProxyChoice::parse(u"http://no-such-proxy.invalid:3128"_s);
        outcome = probed(settings);
        QCOMPARE(outcome.error->code, u"endpoint.name"_s);
        QVERIFY2(outcome.error->message.contains(u"no-such-proxy.invalid"_s), qPrintable(outcome.error->message));
        const ProxyServer forbidding({.refusal = 403});
        settings.proxy = *ProxyChoice::parse(forbidding.url());
        outcome = probed(settings);
        QCOMPARE(outcome.error->code, u"endpoint.unauthorized"_s);
        QVERIFY2(outcome.error->message.contains(u"unless the proxy "_s + forbidding.url()),
            qPrintable(outcome.error->message));
    }

    void looksAtTheEnvironmentWhenTold()
    {
        const ProxyServer proxy({.names = {{"only-here.invalid", m_server->port()}}});
        qputenv("http_proxy", proxy.url().toLatin1());
        EndpointSettings settings = settingsFor(u"http://only-here.invalid"_s);
        QCOMPARE(probed(settings).error->code, u"endpoint.name"_s);
        QCOMPARE(proxy.connections(), 0);
        settings.proxy.from = ProxyChoice::From::System;
        auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(outcome.report.route.proxyOfSystem);
        const int before = proxy.connections();
        settings = settingsFor(u"http://127.0.0.1:%1"_s.arg(m_server->port()));
        settings.proxy.from = ProxyChoice::From::System;
        outcome = probed(settings);
        qunsetenv("http_proxy");
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(proxy.connections(), before);
        QCOMPARE(stepNamed(outcome, u"proxy"_s).state, ProbeStep::State::Skipped);
        QVERIFY(outcome.report.warnings.isEmpty());
    }

    void saysHowToTrustACertificate()
    {
        const TestCertificate identity = TestCertificate::make("DNS:other.example");
        const TlsFront front(m_server->port(), identity);
        EndpointSettings settings = settingsFor(front.url());
        settings.apiKey = "sk-never-sent-to-a-stranger";
        auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.error->code, u"endpoint.tls"_s);
        QVERIFY(outcome.untrusted);
        QCOMPARE(outcome.untrusted->certificate.sha256.toHex(), identity.sha256().toLatin1());
        for (const QString &word : {u"CN=streamgauge test"_s, u"issued by"_s, u"valid from"_s, u"SHA-256"_s,
                 QString(u"--trust-certificate "_s + identity.sha256())})
            QVERIFY2(outcome.error->message.contains(word), qPrintable(outcome.error->message));
        QCOMPARE(m_server->requests(), 0);
        const auto json = parseJson(probeJson(outcome));
        QVERIFY(json);
        QCOMPARE((*json)[u"refused_certificate"][u"sha256"].toString(), identity.sha256());
        QCOMPARE((*json)[u"refused_certificate"][u"names"].toString(), u"other.example"_s);

        settings.trustedCertificate = outcome.untrusted->certificate.sha256;
        outcome = probed(settings);
        QVERIFY2(outcome.exitCode == 0, outcome.error ? qPrintable(outcome.error->message) : "");
        QVERIFY(!outcome.untrusted);
        QCOMPARE(outcome.report.route.trustedCertificate, identity.sha256());
        QCOMPARE(outcome.report.warnings, QStringList{u"trusted_certificate"_s});
        QVERIFY(probeJson(outcome).contains(identity.sha256().toLatin1()));

        settings.trustedCertificate = QByteArray(32, 'x');
        outcome = probed(settings);
        QCOMPARE(outcome.error->code, u"endpoint.tls"_s);
        QVERIFY2(outcome.error->message.contains(u"answers in its place"_s), qPrintable(outcome.error->message));
    }

    void readsAFileOfAuthorities()
    {
        const TestCertificate identity = localCertificate();
        const TlsFront front(m_server->port(), identity);
        const QTemporaryDir dir;
        EndpointSettings settings = settingsFor(front.url());
        settings.authorityFile = dir.filePath(u"ca.pem"_s);
        auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.error->code, u"authorities.file"_s);
        QVERIFY(outcome.error->message.contains(settings.authorityFile));
        QFile file(settings.authorityFile);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(identity.certificate.toPem()) > 0);
        file.close();
        outcome = probed(settings);
        QVERIFY2(outcome.exitCode == 0, outcome.error ? qPrintable(outcome.error->message) : "");
        QCOMPARE(outcome.report.route.extraAuthorities, 1);
        QVERIFY(outcome.report.warnings.isEmpty());
    }

    void keepsToTheFamilyAskedFor_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("family");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("IPv4 address, IPv4") << u"127.0.0.1"_s << int(AddressFamily::IPv4) << 0;
        QTest::newRow("IPv4 address, IPv6") << u"127.0.0.1"_s << int(AddressFamily::IPv6) << 2;
        QTest::newRow("IPv6 address, IPv4") << u"[::1]"_s << int(AddressFamily::IPv4) << 2;
    }

    void keepsToTheFamilyAskedFor()
    {
        QFETCH(QString, host);
        QFETCH(int, family);
        QFETCH(int, exitCode);
        EndpointSettings settings = settingsFor(u"http://%1:%2"_s.arg(host).arg(m_server->port()));
        settings.family = static_cast<AddressFamily>(family);
        const auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, exitCode);
        QCOMPARE(outcome.report.route.familyAsked, familyName(settings.family));
        if (exitCode == 0)
            return;
        QCOMPARE(outcome.error->code, u"endpoint.family"_s);
        QVERIFY2(outcome.error->message.contains(familyInWords(settings.family)), qPrintable(outcome.error->message));
        QCOMPARE(stepNamed(outcome, u"name"_s).state, ProbeStep::State::Failed);
    }

    void choosesAmongTheAddressesOfAName()
    {
        const QHostInfo known = QHostInfo::fromName(u"localhost"_s);
        const bool four = !addressesOf(known.addresses(), AddressFamily::IPv4).empty();
        const bool six = !addressesOf(known.addresses(), AddressFamily::IPv6).empty();
        EndpointSettings settings = settingsFor(u"http://localhost:%1"_s.arg(m_server->port()));
        settings.family = AddressFamily::IPv6;
        const auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 3); // the server has IPv4 only
        QCOMPARE(outcome.error->code, six ? u"endpoint.connection"_s : u"endpoint.family"_s);
        settings.family = AddressFamily::IPv4;
        QCOMPARE(probed(settings).exitCode, four ? 0 : 3);
    }

    /// A name's first address is tried first, and the other family's where that one is refused.
    void fallsBackToTheOtherFamily_data()
    {
        QTest::addColumn<bool>("six");
        QTest::newRow("to IPv4") << false;
        QTest::newRow("to IPv6") << true;
    }

    void fallsBackToTheOtherFamily()
    {
        QFETCH(bool, six);
        if (!hasIpv6())
            QSKIP("this machine has no ::1");
        LoopbackServer server(
            ScriptedEndpoint{}.function(), {}, six ? LoopbackServer::Family::IPv6 : LoopbackServer::Family::IPv4);
        const EndpointSettings settings = settingsFor(u"http://two-families.invalid:%1"_s.arg(server.port()));
        const QHostAddress right(six ? QHostAddress::LocalHostIPv6 : QHostAddress::LocalHost);
        const QHostAddress wrong(six ? QHostAddress::LocalHost : QHostAddress::LocalHostIPv6);
        CurlLoop loop;
        StreamAccessManager manager(loop);
        ProbeModels models(manager, loop.clock(), settings, 20'000'000'000);
        QSignalSpy finished(&models, &ProbeModels::finished);
        models.start({wrong, right});
        QVERIFY(finished.wait(patienceMs));
        QVERIFY2(models.outcome().list, models.outcome().error ? qPrintable(models.outcome().error->message) : "");
        QCOMPARE(models.outcome().address, right);
    }

    void sendsHeadersAndNamesThem()
    {
        EndpointSettings settings = settingsFor(u"http://127.0.0.1:%1"_s.arg(m_server->port()));
        settings.headers = {{"api-key", "planted-value-1"}, {"X-Other", "planted-value-2"}};
        const auto outcome = probed(settings);
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.report.route.customHeaders, (QStringList{u"api-key"_s, u"X-Other"_s}));
        const auto received = m_server->received();
        QCOMPARE(received.size(), size_t(5)); // models, three pages of limits, the small request
        for (const ServerRequest &request : received) {
            QVERIFY(request.head.contains("api-key: planted-value-1\r\n"));
            QVERIFY(request.head.contains("X-Other: planted-value-2\r\n"));
        }
        QVERIFY(!probeJson(outcome).contains("planted"));
    }

private:
    [[nodiscard]] static bool hasIpv6()
    {
        QTcpServer server;
        return server.listen(QHostAddress::LocalHostIPv6);
    }

    std::unique_ptr<LoopbackServer> m_server;
};

QTEST_GUILESS_MAIN(TestProbeRoute)
#include "tst_proberoute.moc"
