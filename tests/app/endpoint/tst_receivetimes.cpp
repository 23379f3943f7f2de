// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/filedescriptor.h"
#include "app/endpoint/receivetimes.h"
#include "app/endpoint/streamcount.h"
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"
#include "tests/servers/testcertificate.h"

#include <QSslConfiguration>
#include <QSslServer>
#include <QTest>
#include <QThread>

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>

using namespace streamgauge;
using namespace streamgauge::test;

namespace {

constexpr qint64 ms = 1'000'000;
constexpr qint64 second = 1000 * ms;
constexpr int delayMs = 50;

/// Two ends of a connection on the loopback interface; the first one asks for receive times.
struct Connection {
    Connection()
    {
        const FileDescriptor listener(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        if (::bind(listener.get(), generic, size) != 0 || ::listen(listener.get(), 1) != 0)
            qFatal("cannot listen on the loopback interface");
        ::getsockname(listener.get(), generic, &size);
        reader = FileDescriptor(::socket(AF_INET, SOCK_STREAM, 0));
        ReceiveTimes::ask(reader.get());
        if (::connect(reader.get(), generic, size) != 0)
            qFatal("cannot connect on the loopback interface");
        writer = FileDescriptor(::accept(listener.get(), nullptr, nullptr));
    }

    void send() const { QCOMPARE(::send(writer.get(), "data", 4, 0), ssize_t(4)); }
    /// One read that is asked about, as the transport does it.
    void read(ReceiveTimes &times, qint64 sinceNs = second) const
    {
        char bytes[16];
        times.beforeRead(reader.get());
        QCOMPARE(::recv(reader.get(), bytes, sizeof bytes, 0), ssize_t(4));
        times.stamped(sinceNs);
        times.afterRead();
    }

    FileDescriptor reader;
    FileDescriptor writer;
};

/// Streams chunks from the reader's own thread and holds that thread up after each.
class HoldingServer final {
public:
    HoldingServer(QTcpServer &server, int chunks)
        : m_left(chunks)
    {
        server.listen(QHostAddress::LocalHost);
        QObject::connect(&server, &QTcpServer::pendingConnectionAvailable, &server, [this, &server] {
            QTcpSocket *socket = server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                if (socket->readAll().contains("\r\n\r\n")) {
                    socket->write(streamHead());
                    schedule(socket);
                }
            });
        });
    }

private:
    void schedule(QTcpSocket *socket)
    {
        QTimer::singleShot(2, socket, [this, socket] {
            const bool last = --m_left == 0;
            socket->write(last ? lastHttpChunk : httpChunk("tick"));
            socket->flush();
            QThread::msleep(delayMs);
            if (!last)
                schedule(socket);
        });
    }

    int m_left;
};

} // namespace

/// The kernel's times of receipt, and what is counted on connections.
class TestReceiveTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!ReceiveTimes::available())
            QSKIP("This system tells no times of receipt.");
        // The kernel begins to stamp some time after the first socket has asked for it.
        static const ReceiveTimes asking;
        const Connection connection;
        QTRY_VERIFY(([&connection] {
            ReceiveTimes times;
            connection.send();
            connection.read(times);
            return times.take().unstamped == 0;
        }()));
    }

    void tellsHowLongDataWaited()
    {
        const Connection connection;
        ReceiveTimes times;
        connection.send();
        QThread::msleep(delayMs);
        connection.read(times);
        QVERIFY(times.takeLongest() >= delayMs * ms);
        QCOMPARE(times.takeLongest(), -1);
        const ReadLagSamples samples = times.take();
        QCOMPARE(samples.lagsNs.size(), size_t(1));
        QVERIFY(samples.lagsNs.front() >= delayMs * ms);
        QVERIFY(samples.lagsNs.front() < second);
        QCOMPARE(samples.dropped, 0);
        QVERIFY(times.take().lagsNs.empty());
    }

    void dropsWhatCannotBe()
    {
        const Connection connection;
        ReceiveTimes times;
        connection.send();
        QThread::msleep(delayMs);
        connection.read(times, delayMs * ms / 2); // it had been read since
        const ReadLagSamples samples = times.take();
        QVERIFY(samples.lagsNs.empty());
        QCOMPARE(samples.dropped, 1);
        QCOMPARE(times.takeLongest(), -1);
    }

    void asksAboutOneReadInEight()
    {
        const Connection connection;
        ReceiveTimes times;
        std::vector<int> gaps;
        for (int i = 0, last = 0; i < 4000; ++i) {
            connection.send();
            connection.read(times);
            const ReadLagSamples samples = times.take();
            if (samples.lagsNs.empty() && samples.dropped == 0)
                continue;
            gaps.push_back(i - last);
            last = i;
        }
        QVERIFY2(gaps.size() > 400 && gaps.size() < 600, qPrintable(QString::number(gaps.size())));
        // Not always the same place, or streams in lock step would show the same one each time.
        std::ranges::sort(gaps);
        QVERIFY(gaps[gaps.size() / 4] < gaps[gaps.size() * 3 / 4]);
    }

    void saysNothingWithoutAStamp()
    {
        const Connection connection;
        ReceiveTimes times;
        times.beforeRead(connection.reader.get()); // nothing there
        times.stamped(second);
        times.afterRead();
        const ReadLagSamples samples = times.take();
        QVERIFY(samples.lagsNs.empty());
        QCOMPARE(samples.dropped + samples.unstamped, 0);
    }

    void showsAThreadThatIsHeldUp_data()
    {
        QTest::addColumn<bool>("tls");
        QTest::newRow("plain") << false;
        QTest::newRow("TLS") << true;
    }

    void showsAThreadThatIsHeldUp()
    {
        QFETCH(bool, tls);
        constexpr int chunks = 30;
        if (tls)
            trustOneself();
        QTcpServer plain;
        QSslServer secret;
        secret.setSslConfiguration(m_configuration);
        QTcpServer &server = tls ? secret : plain;
        const HoldingServer holding(server, chunks);
        TransportRig rig;
        CollectingSink sink;
        CurlReply *reply = rig.post(QUrl(QStringLiteral("%1://127.0.0.1:%2/")
                                             .arg(tls ? QStringLiteral("https") : QStringLiteral("http"))
                                             .arg(server.serverPort())));
        reply->setSink(&sink);
        QVERIFY(waitForEnd(*reply, 60'000));
        QCOMPARE(sink.text, QByteArray("tick").repeated(chunks - 1));
        const ReadLagSamples samples = rig.loop.takeReadLags();
        QVERIFY2(samples.lagsNs.size() >= 2 && samples.lagsNs.size() <= 12,
            qPrintable(QString::number(samples.lagsNs.size())));
        const auto [shortest, longest] = std::ranges::minmax(samples.lagsNs);
        QVERIFY2(shortest >= (delayMs - 1) * ms, qPrintable(QString::number(shortest)));
        QVERIFY2(shortest < 4 * delayMs * ms, qPrintable(QString::number(shortest)));
        QCOMPARE(rig.loop.takeLongestLag(), longest);
    }

    void countsOpenRequests()
    {
        LoopbackServer server([](const ServerRequest &) {
            return ServerScript()
                .send(streamHead())
                .pause(std::chrono::milliseconds(100))
                .send(httpChunk("x") + lastHttpChunk);
        });
        const auto count = std::make_shared<StreamCount>();
        CurlLoop loop;
        loop.setStreamCount(count);
        std::vector<std::unique_ptr<StreamAccessManager>> managers;
        std::vector<CurlReply *> replies;
        for (int i = 0; i < 5; ++i) {
            managers.push_back(std::make_unique<StreamAccessManager>(loop));
            replies.push_back(static_cast<CurlReply *>(managers.back()->post(QNetworkRequest(server.url()), "{}")));
        }
        QTRY_COMPARE(count->open(), 5);
        replies[0]->abort();
        QCOMPARE(count->open(), 4);
        managers[1].reset();
        QCOMPARE(count->open(), 3);
        loop.setStreamCount(nullptr);
        auto *uncounted = static_cast<CurlReply *>(managers[0]->post(QNetworkRequest(server.url()), "{}"));
        QVERIFY(waitForEnd(*uncounted));
        for (int i = 2; i < 5; ++i)
            QVERIFY(waitForEnd(*replies[size_t(i)]));
        QCOMPARE(count->open(), 0);
        QCOMPARE(count->peak(), 5);
    }

    void turnsFollowWhileTheyAreWanted()
    {
        CurlLoop loop;
        int turns = 0;
        loop.setTurnEnd([&turns](qint64 turnNs) { return turnNs >= 0 && ++turns % 5 != 0; });
        loop.wantTurn();
        QTRY_COMPARE(turns, 5);
        QTest::qWait(20);
        QCOMPARE(turns, 5);
    }

private:
    void trustOneself()
    {
        const TestCertificate identity = TestCertificate::make("IP:127.0.0.1");
        QSslConfiguration client = QSslConfiguration::defaultConfiguration();
        client.setCaCertificates({identity.certificate});
        QSslConfiguration::setDefaultConfiguration(client);
        m_configuration.setLocalCertificate(identity.certificate);
        m_configuration.setPrivateKey(identity.key);
    }

    QSslConfiguration m_configuration = QSslConfiguration::defaultConfiguration();
};

QTEST_GUILESS_MAIN(TestReceiveTimes)
#include "tst_receivetimes.moc"
