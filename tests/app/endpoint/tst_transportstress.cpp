// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/endpoint/transportrig.h"
#include "tests/servers/loopbackserver.h"

#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTest>

#include <random>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace std::chrono_literals;

using Ending = CurlReply::Ending;

namespace {

constexpr int requestCount = 4000;
constexpr int managerCount = 16;
constexpr int inFlight = 48;

/// A server that fails in another way at each request, by its number.
ServerScript faultyAnswer(const ServerRequest &request, unsigned seed, bool mayFallSilent)
{
    std::mt19937 random(seed + static_cast<unsigned>(request.number) * 7919u);
    const QByteArray chunks = httpChunk("data: a\n\n") + httpChunk("data: b\n\n");
    ServerScript script;
    switch (random() % 14) {
    case 0:
        return script.close();
    case 1:
        return script.reset();
    case 2:
        return script.send(streamHead() + chunks).close();
    case 3:
        return script.send(streamHead() + chunks).pause(2ms).reset();
    case 4:
        return script.send("garbage\r\n\r\n").close();
    case 5:
        return script.send(streamHead() + "zz\r\n");
    case 6:
        script.send(streamHead() + chunks);
        return mayFallSilent ? script.silence() : script.close();
    case 7:
        return script.send(wholeResponse(503, "busy"));
    case 8: // as llama.cpp's server: announces keep-alive and closes
        return script.send(streamHead() + chunks + lastHttpChunk).close();
    case 9:
        return script.send(streamHead("Content-Encoding: gzip\r\n") + chunks);
    default:
        script.send(streamHead());
        for (unsigned i = random() % 6; i > 0; --i)
            script.send(chunks).pause(std::chrono::milliseconds(random() % 3));
        return script.send(lastHttpChunk);
    }
}

ServerScript faultyGreeting(int connection)
{
    return connection % 23 == 7 ? ServerScript().reset() : ServerScript();
}

/// A client whose every handler does something unexpected now and then.
class Mischief final : public QObject, public ByteSink {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Mischief)

public:
    Mischief(const QUrl &url, unsigned seed, bool hasty)
        : m_url(url)
        , m_hasty(hasty)
        , m_random(seed)
        , m_managers(managerCount)
    {
        for (auto &manager : m_managers)
            manager = std::make_unique<StreamAccessManager>(m_loop);
    }

    void run()
    {
        for (int i = 0; i < inFlight; ++i)
            postSomewhere();
    }

    [[nodiscard]] bool done() const { return m_posted >= requestCount && m_live.isEmpty(); }
    [[nodiscard]] int posted() const { return m_posted; }
    [[nodiscard]] const QStringList &complaints() const { return m_complaints; }
    [[nodiscard]] int ended(Ending ending) const { return m_endings.value(ending); }

    void received(CurlReply &reply, QByteArrayView, qint64) override { handler(reply, "received"); }

private:
    void postSomewhere();
    void watch(CurlReply &reply);
    void handler(CurlReply &reply, const char *where);
    void finished(CurlReply &reply);
    void act(CurlReply &reply);
    [[nodiscard]] std::size_t below(std::size_t count) { return m_random() % count; }
    [[nodiscard]] CurlReply *someReply();

    QUrl m_url;
    bool m_hasty;
    std::mt19937 m_random;
    CurlLoop m_loop;
    QSet<CurlReply *> m_live; ///< outlives the managers, whose end takes replies away
    std::vector<std::unique_ptr<StreamAccessManager>> m_managers;
    int m_posted = 0;
    QHash<Ending, int> m_endings;
    QStringList m_complaints;
};

void Mischief::postSomewhere()
{
    if (m_posted >= requestCount)
        return;
    StreamAccessManager *manager = m_managers[below(managerCount)].get();
    if (!manager)
        return; // being replaced
    QNetworkRequest request(m_url);
    request.setTransferTimeout(m_hasty ? static_cast<int>(20 + below(100)) : 60'000);
    request.setAttribute(TransportAttribute::ownConnection, below(3) == 0);
    request.setAttribute(TransportAttribute::freshConnection, below(5) == 0);
    auto *reply = static_cast<CurlReply *>(manager->post(request, QByteArray::number(m_posted++)));
    m_live.insert(reply);
    watch(*reply);
}

void Mischief::watch(CurlReply &reply)
{
    if (below(2) == 0)
        reply.setSink(this);
    CurlReply *r = &reply;
    connect(r, &QObject::destroyed, this, [this, r] {
        m_live.remove(r);
        QMetaObject::invokeMethod(this, &Mischief::postSomewhere, Qt::QueuedConnection);
    });
    connect(r, &CurlReply::dispatched, this, [this, r] { handler(*r, "dispatched"); });
    connect(r, &QNetworkReply::metaDataChanged, this, [this, r] { handler(*r, "head"); });
    connect(r, &QNetworkReply::readyRead, this, [this, r] {
        r->readAll();
        handler(*r, "readyRead");
    });
    connect(r, &QNetworkReply::errorOccurred, this, [this, r] { act(*r); });
    connect(r, &QNetworkReply::finished, this, [this, r] { finished(*r); });
}

void Mischief::handler(CurlReply &reply, const char *where)
{
    if (!m_live.contains(&reply))
        m_complaints << QStringLiteral("%1 of a deleted reply").arg(QLatin1String(where));
    else if (reply.isFinished())
        m_complaints << QStringLiteral("%1 after the end").arg(QLatin1String(where));
    else
        act(reply);
}

void Mischief::finished(CurlReply &reply)
{
    if (reply.ending() == Ending::None || (reply.ending() == Ending::Complete && reply.httpStatus() == 0))
        m_complaints << QStringLiteral("finished without an ending");
    ++m_endings[reply.ending()];
    reply.deleteLater();
    act(reply);
}

void Mischief::act(CurlReply &reply)
{
    switch (below(32)) {
    case 0:
        delete &reply;
        break;
    case 1:
        delete someReply();
        break;
    case 2:
        reply.abort();
        break;
    case 3:
        if (CurlReply *other = someReply())
            other->abort();
        break;
    case 4:
        reply.deleteLater();
        break;
    case 5:
    case 6:
        postSomewhere();
        break;
    case 7: {
        auto &manager = m_managers[below(managerCount)];
        manager.reset();
        manager = std::make_unique<StreamAccessManager>(m_loop);
        break;
    }
    case 8:
        if (StreamAccessManager *manager = m_managers[below(managerCount)].get())
            manager->closeKeptConnection();
        break;
    default:
        break;
    }
}

CurlReply *Mischief::someReply()
{
    if (m_live.isEmpty())
        return nullptr;
    return *std::next(m_live.cbegin(), static_cast<qsizetype>(below(static_cast<std::size_t>(m_live.size()))));
}

} // namespace

/// Thousands of requests against a server that fails in every way, by a client that deletes, aborts, posts and destroys
/// in every handler. Its worth is in what the sanitizers say.
class TestTransportStress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survives_data();
    void survives();
};

void TestTransportStress::survives_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("timeouts");
    for (const unsigned seed : {1u, 2u, 20260131u}) {
        QTest::addRow("seed %u, servers fall silent", seed) << seed << true;
        QTest::addRow("seed %u, none may hang", seed) << seed << false;
    }
}

void TestTransportStress::survives()
{
    QFETCH(unsigned, seed);
    QFETCH(bool, timeouts);
    LoopbackServer server(
        [=](const ServerRequest &request) { return faultyAnswer(request, seed, timeouts); }, &faultyGreeting);
    {
        Mischief client(server.url(), seed, timeouts);
        client.run();
        QTRY_VERIFY_WITH_TIMEOUT(client.done(), 50'000); // less than the long timeout
        QCOMPARE(client.complaints().join(u'\n'), QString());
        QCOMPARE(client.posted(), requestCount);
        QCOMPARE(client.ended(Ending::TimedOut) > 0, timeouts);
        for (const Ending ending :
            {Ending::Complete, Ending::ClosedUnanswered, Ending::Cut, Ending::Malformed, Ending::Aborted})
            QVERIFY(client.ended(ending) > 0);
    }
    QSet<QByteArray> seen;
    for (const ServerRequest &request : server.received()) {
        QVERIFY2(!seen.contains(request.body), "a request was sent twice");
        seen.insert(request.body);
    }
    QVERIFY(server.posts() > requestCount / 2);
    QTRY_COMPARE(server.openConnections(), 0);
}

QTEST_GUILESS_MAIN(TestTransportStress)
#include "tst_transportstress.moc"
