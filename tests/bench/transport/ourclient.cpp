// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/bytesink.h"
#include "app/endpoint/chatstream.h"
#include "app/endpoint/curlloop.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/streamaccessmanager.h"
#include "tests/bench/transport/chunkscanner.h"

#include <QCoreApplication>
#include <QUrl>

using namespace streamgauge;
using namespace streamgauge::bench;

namespace {

/// One slot as a run has it: a manager of its own, the whole reader with JSON, a sample a chunk.
class Slot final : public QObject, public ByteSink {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Slot)

public:
    Slot(CurlLoop &loop, const QUrl &url)
        : m_manager(loop)
        , m_url(url)
    {
    }

    void start()
    {
        QNetworkRequest request(m_url);
        request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
        request.setTransferTimeout(600'000);
        auto *reply = static_cast<CurlReply *>(m_manager.post(request, QByteArrayLiteral("{}")));
        reply->setSink(this);
        connect(reply, &QNetworkReply::finished, this, &Slot::ended);
    }

    void received(CurlReply &reply, QByteArrayView bytes, qint64 arrivalNs) override
    {
        m_stream.receive(bytes, arrivalNs);
        if (!m_began && m_stream.contentChunks() > 0) {
            m_began = true;
            m_samples.dispatchNs = reply.dispatchNs();
            m_samples.receivedNs = stampIn({bytes.data(), static_cast<std::size_t>(bytes.size())}, receivedKey);
            Q_EMIT began();
        }
    }

    [[nodiscard]] int chunks() const { return m_stream.contentChunks(); }
    [[nodiscard]] const StreamSamples &samples() const { return m_samples; }

Q_SIGNALS:
    void began();
    void over();

private:
    void ended()
    {
        const StreamFacts facts = m_stream.finish(StreamEnd::BodyEnd, SteadyClock::instance().nowNs());
        for (std::size_t i = 0; i < facts.simSentNs.size(); ++i)
            m_samples.chunks.emplace_back(facts.simSentNs[i], facts.chunkNs[i]);
        Q_EMIT over();
    }

    StreamAccessManager m_manager;
    QUrl m_url;
    ChatStream m_stream{{.keepText = false, .keepSimulatorStamps = true}};
    StreamSamples m_samples;
    bool m_began = false;
};

} // namespace

/// ourclient PORT TARGET STREAMS
int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    const QUrl url(QStringLiteral("http://127.0.0.1:%1%2").arg(app.arguments()[1], app.arguments()[2]));
    const int count = app.arguments()[3].toInt();
    CurlLoop loop;
    BenchMeter meter(count);
    std::vector<std::unique_ptr<Slot>> slots;
    int left = count;
    const auto began = [&] {
        if (!meter.streamBegan())
            return;
        qint64 chunks = 0;
        for (const auto &slot : slots)
            chunks += slot->chunks();
        meter.start(chunks);
    };
    for (int i = 0; i < count; ++i) {
        Slot &slot = *slots.emplace_back(std::make_unique<Slot>(loop, url));
        QObject::connect(&slot, &Slot::began, &app, began);
        QObject::connect(&slot, &Slot::over, &app, [&] {
            if (--left == 0)
                QCoreApplication::quit();
        });
        slot.start();
    }
    QCoreApplication::exec();
    for (const auto &slot : slots)
        meter.add(slot->samples());
    meter.report();
    return 0;
}

#include "ourclient.moc"
