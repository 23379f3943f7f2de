// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/clock.h"
#include "tests/app/simulator/rawclient.h"
#include "tests/app/simulator/simulatorrun.h"
#include "tests/servers/testcertificate.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

/// A blocking client of TLS, written against OpenSSL alone.
class TlsClient final {
public:
    explicit TlsClient(quint16 port, int version = TLS1_3_VERSION, int receiveBuffer = 0)
        : m_context(SSL_CTX_new(TLS_client_method()))
        , m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        if (receiveBuffer > 0)
            ::setsockopt(m_socket.get(), SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
        const timeval patience{10, 0};
        ::setsockopt(m_socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            qFatal("cannot connect to the simulated endpoint");
        SSL_CTX_set_min_proto_version(m_context, version);
        SSL_CTX_set_max_proto_version(m_context, version);
        m_tls = SSL_new(m_context);
        SSL_set_fd(m_tls, m_socket.get());
    }
    ~TlsClient()
    {
        SSL_free(m_tls);
        SSL_CTX_free(m_context);
    }
    Q_DISABLE_COPY_MOVE(TlsClient)

    [[nodiscard]] bool shakeHands() { return SSL_connect(m_tls) == 1; }
    void send(const QByteArray &bytes) { SSL_write(m_tls, bytes.constData(), static_cast<int>(bytes.size())); }
    void sendInTheClear(const QByteArray &bytes)
    {
        ::send(m_socket.get(), bytes.constData(), static_cast<size_t>(bytes.size()), MSG_NOSIGNAL);
    }
    /// Up to these words, or to the end.
    [[nodiscard]] QByteArray readTo(const QByteArray &words)
    {
        QByteArray read;
        char piece[16'384];
        while (read.indexOf(words, std::max<qsizetype>(0, read.size() - qsizetype(sizeof piece))) < 0) {
            const int size = SSL_read(m_tls, piece, sizeof piece);
            if (size <= 0)
                break;
            read.append(piece, size);
        }
        return read;
    }
    /// The server said that it is done, rather than vanish.
    [[nodiscard]] bool saidGoodbye() const { return (SSL_get_shutdown(m_tls) & SSL_RECEIVED_SHUTDOWN) != 0; }
    [[nodiscard]] QByteArray version() const { return SSL_get_version(m_tls); }

private:
    SSL_CTX *m_context;
    FileDescriptor m_socket;
    SSL *m_tls = nullptr;
};

QByteArray get(const QByteArray &path)
{
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

QByteArray post(const ChatBody &body)
{
    const QByteArray json = body.json();
    return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " + QByteArray::number(json.size())
        + "\r\n\r\n" + json;
}

const QByteArray lastChunk = "0\r\n\r\n";

} // namespace

/// The simulated endpoint over TLS.
class TestSimulatorTls final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        std::signal(SIGPIPE, SIG_IGN);
        m_simulator = std::make_unique<SimulatorRun>(QStringList{u"--tls"_s, localCertificate().writeTo(m_dir.path())});
        QVERIFY(m_simulator->port() > 0);
    }

    void cleanupTestCase() { QCOMPARE(m_simulator->exitCodeAfterInputEnds(), 0); }

    void answersRequestAfterRequest_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("TLS 1.2") << TLS1_2_VERSION;
        QTest::newRow("TLS 1.3") << TLS1_3_VERSION;
    }

    void answersRequestAfterRequest()
    {
        QFETCH(int, version);
        TlsClient client(m_simulator->port(), version);
        QVERIFY(client.shakeHands());
        for (int i = 0; i < 3; ++i) {
            client.send(get("/v1/models"));
            const QByteArray answer = client.readTo("]}");
            QVERIFY2(answer.startsWith("HTTP/1.1 200") && answer.contains("sim/steady"), answer.constData());
        }
    }

    void streamsWithItsStamps()
    {
        TlsClient client(m_simulator->port());
        QVERIFY(client.shakeHands());
        const qint64 beforeNs = SteadyClock::instance().nowNs();
        client.send(post({.model = "sim/fast", .maxTokens = 20}));
        const QByteArray answer = client.readTo(lastChunk);
        const qint64 afterNs = SteadyClock::instance().nowNs();
        QVERIFY(answer.contains("data: [DONE]"));
        qint64 lastNs = beforeNs;
        int stamps = 0;
        for (qsizetype at = answer.indexOf("\"sim_sent_ns\":"); at >= 0;
             at = answer.indexOf("\"sim_sent_ns\":", at + 1)) {
            const qint64 stampNs = answer.mid(at + 14, 19).trimmed().toLongLong();
            QVERIFY(stampNs >= lastNs && stampNs <= afterNs);
            lastNs = stampNs;
            ++stamps;
        }
        QVERIFY2(stamps >= 20, answer.constData());
    }

    /// Each byte in a record of its own.
    void readsARequestInPieces()
    {
        TlsClient client(m_simulator->port());
        QVERIFY(client.shakeHands());
        for (const char byte : post({.model = "sim/fast", .maxTokens = 2}))
            client.send(QByteArray(1, byte));
        QVERIFY(client.readTo(lastChunk).contains("data: [DONE]"));
    }

    void readsARequestOverManyRecords()
    {
        TlsClient client(m_simulator->port());
        QVERIFY(client.shakeHands());
        client.send(post({.model = "sim/fast", .content = QByteArray(500'000, 'x'), .maxTokens = 2}));
        QVERIFY(client.readTo(lastChunk).contains("data: [DONE]"));
    }

    /// What the client's socket does not take is kept, in order.
    void waitsForASlowReader()
    {
        const SimulatorRun quick({u"--tls"_s, localCertificate().writeTo(m_dir.path()), u"--itl-ms"_s, u"0"_s});
        TlsClient slow(quick.port(), TLS1_3_VERSION, 2048);
        QVERIFY(slow.shakeHands());
        slow.send(post({.model = "sim/fast", .maxTokens = 8'000}));
        QTest::qWait(300);
        const QByteArray answer = slow.readTo(lastChunk);
        QVERIFY(answer.contains("data: [DONE]"));
        QCOMPARE(answer.count("\"content\":\""), 8'000);
        QVERIFY(answer.contains("\"completion_tokens\":8000"));
    }

    void saysGoodbyeWhereItCloses()
    {
        TlsClient client(m_simulator->port());
        QVERIFY(client.shakeHands());
        client.send(post({.model = "sim/closing", .maxTokens = 2}));
        QVERIFY(client.readTo("never said").contains("data: [DONE]"));
        QVERIFY(client.saidGoodbye());
        TlsClient bad(m_simulator->port());
        QVERIFY(bad.shakeHands());
        bad.send("no http\r\n\r\n");
        QVERIFY(bad.readTo("never said").startsWith("HTTP/1.1 400"));
        QVERIFY(bad.saidGoodbye());
    }

    void survivesClientsThatSpeakNoTls()
    {
        RawClient plain(m_simulator->port());
        QVERIFY(plain.sendGet("/v1/models"));
        QVERIFY(plain.closedByPeer());
        TlsClient silent(m_simulator->port()); // in the middle of nothing
        TlsClient broken(m_simulator->port());
        QVERIFY(broken.shakeHands());
        broken.sendInTheClear("not a record at all, and a long one too");
        QVERIFY(broken.readTo("never said").isEmpty());
        TlsClient good(m_simulator->port());
        QVERIFY(good.shakeHands());
        good.send(get("/health"));
        QVERIFY(good.readTo("}").startsWith("HTTP/1.1 200"));
    }

    void refusesFilesThatAreNone_data()
    {
        QTest::addColumn<QString>("files");
        QTest::addColumn<QString>("words");
        const QString one = localCertificate().writeTo(m_dir.path());
        const QString other = localCertificate().writeTo(m_dir.path());
        const QString certificate = one.section(u',', 0, 0);
        const QString key = one.section(u',', 1);
        const QString missing = m_dir.filePath(u"missing.pem"_s);
        QTest::newRow("no certificate there") << QString(missing + u',' + key) << missing;
        QTest::newRow("no key there") << QString(certificate + u',' + missing) << missing;
        QTest::newRow("the other way round") << QString(key + u',' + certificate) << u"comes first"_s;
        QTest::newRow("no key in it") << QString(certificate + u',' + certificate) << u"no private key"_s;
        QTest::newRow("another one's key")
            << QString(certificate + u',' + other.section(u',', 1)) << u"is not that of the certificate"_s;
        QTest::newRow("with a password") << QString(certificate + u',' + encryptedKey()) << u"password"_s;
        QTest::newRow("a folder") << QString(m_dir.path() + u',' + key) << m_dir.path();
        QTest::newRow("one only") << certificate << u"CERT,KEY"_s;
        QTest::newRow("three") << QString(one + u',' + key) << u"CERT,KEY"_s;
        QTest::newRow("nothing behind the comma") << QString(certificate + u',') << u"CERT,KEY"_s;
        QTest::newRow("nothing") << QString() << u"CERT,KEY"_s;
    }

    void refusesFilesThatAreNone()
    {
        QFETCH(QString, files);
        QFETCH(QString, words);
        QProcess process;
        process.start(SimulatorRun::program(), {u"simulate"_s, u"--tls"_s, files});
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        const QString said = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(said.contains(u"--tls"_s) && said.contains(words), qPrintable(said));
    }

private:
    [[nodiscard]] QString encryptedKey()
    {
        const QString path = m_dir.filePath(u"encrypted.key"_s);
        EVP_PKEY *key = EVP_EC_gen("P-256");
        BIO *file = BIO_new_file(path.toLocal8Bit().constData(), "w");
        PEM_write_bio_PrivateKey(
            file, key, EVP_aes_128_cbc(), reinterpret_cast<const unsigned char *>("word"), 4, nullptr, nullptr);
        BIO_free(file);
        EVP_PKEY_free(key);
        return path;
    }

    QTemporaryDir m_dir;
    std::unique_ptr<SimulatorRun> m_simulator;
};

QTEST_GUILESS_MAIN(TestSimulatorTls)
#include "tst_simulatortls.moc"
