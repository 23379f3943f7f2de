// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/load/faultylevel.h"
#include "tests/servers/faults.h"
#include "tests/servers/testcertificate.h"

#include <QSslConfiguration>
#include <QTest>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

TlsIdentity identityOf(const TestCertificate &made)
{
    return tlsIdentity(made.certificate.toPem(), made.key.toPem());
}

/// A record that says it is data and cannot be deciphered.
ServerScript brokenRecord()
{
    const QByteArray head = QByteArray::fromHex("1703030040");
    return faults::begunAnswer().pause(std::chrono::milliseconds(20)).raw(head + QByteArray(0x40, '\x5a')).silence();
}

ServerScript cutWithoutGoodbye()
{
    return faults::begunAnswer().pause(std::chrono::milliseconds(20)).close();
}

ServerScript wholeWithoutGoodbye()
{
    return faults::closeWithoutNotice();
}

} // namespace

/// TLS that fails while a level is under way. The process's trust store is made once, at the first request.
class TestTlsFaults final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void failsInTheStream_data();
    void failsInTheStream();
    void failsInTheHandshake_data();
    void failsInTheHandshake();

private:
    TlsIdentity m_trusted;
    TlsIdentity m_other;
};

void TestTlsFaults::initTestCase()
{
    const TestCertificate trusted = TestCertificate::make("IP:127.0.0.1");
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({trusted.certificate});
    QSslConfiguration::setDefaultConfiguration(configuration);
    m_trusted = identityOf(trusted);
    m_other = identityOf(TestCertificate::make("IP:127.0.0.1"));
}

void TestTlsFaults::failsInTheStream_data()
{
    QTest::addColumn<FaultyLevel::Fault>("fault");
    QTest::addColumn<bool>("ownConnections");
    QTest::addColumn<Outcome>("how");
    for (const bool own : {true, false}) {
        const char *connections = own ? "own" : "kept";
        QTest::addRow("broken record, %s connections", connections) << &brokenRecord << own << Outcome::Failed;
        QTest::addRow("cut without goodbye, %s connections", connections)
            << &cutWithoutGoodbye << own << Outcome::Failed;
        QTest::addRow("whole without goodbye, %s connections", connections)
            << &wholeWithoutGoodbye << own << Outcome::Succeeded;
    }
}

void TestTlsFaults::failsInTheStream()
{
    QFETCH(FaultyLevel::Fault, fault);
    QFETCH(bool, ownConnections);
    QFETCH(Outcome, how);
    FaultyLevel level;
    level.strikeWith(fault);
    level.ownConnections = ownConnections;
    level.server.tls = [this](int) { return m_trusted; };
    const FaultyLevel::Outcome outcome = level.run();
    level.checkHealthy(outcome);
    const bool fails = how == Outcome::Failed;
    for (const auto &[number, met] : level.faults)
        FaultyLevel::checkStruck(outcome, number, how, fails ? std::optional(ErrorKind::EndedEarly) : std::nullopt,
            fails ? u"cut after 2 content chunks"_s : u" 2 chunks"_s);
}

void TestTlsFaults::failsInTheHandshake_data()
{
    QTest::addColumn<QByteArray>("greeting");
    QTest::addColumn<bool>("otherCertificate");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("no TLS any more") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n") << false << u"tls"_s
                                     << u"wrong version number"_s;
    QTest::newRow("another certificate") << QByteArray() << true << u"tls"_s << u"self-signed"_s;
    QTest::newRow("silence") << QByteArray() << false << u"timeout"_s << u"before a connection stood"_s;
}

void TestTlsFaults::failsInTheHandshake()
{
    QFETCH(QByteArray, greeting);
    QFETCH(bool, otherCertificate);
    QFETCH(QString, kind);
    QFETCH(QString, words);
    const auto strikes = [](int connection) { return connection == 5 || connection == 9; };
    FaultyLevel level;
    level.timeoutNs = 2'000'000'000;
    level.server.tls = [&](int connection) {
        return !strikes(connection) ? m_trusted : otherCertificate ? m_other : nullptr;
    };
    level.server.greeting = [&](int connection) {
        ServerScript script;
        if (!strikes(connection) || otherCertificate)
            return script;
        return greeting.isEmpty() ? script.silence() : script.send(greeting).close();
    };
    const FaultyLevel::Outcome outcome = level.run();
    level.checkTotals(outcome);
    QCOMPARE(outcome.level.errorCounts(), (std::map<QString, int>{{kind, 2}}));
    for (const RequestRecord &record : outcome.level.requests) {
        if (record.error)
            QVERIFY2(record.error->message.contains(words), qPrintable(record.error->message));
    }
}

QTEST_GUILESS_MAIN(TestTlsFaults)
#include "tst_tlsfaults.moc"
