// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "models/core/clock.h"
#include "tests/bench/transport/benchmeter.h"
#include "tests/bench/transport/chunkscanner.h"

#include <QCoreApplication>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>

#include <memory>

using namespace streamgauge;
using namespace streamgauge::bench;

namespace {

/// One slot on Qt's own manager (which opens at most six connections a host, hence one manager each); it only scans.
struct Slot {
    QNetworkAccessManager manager;
    ChunkScanner scanner;
    StreamSamples samples;
};

} // namespace

/// stockclient PORT TARGET STREAMS
int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    QNetworkRequest request(QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(app.arguments()[1], app.arguments()[2])));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setRawHeader("Accept-Encoding", "identity");
    const int count = app.arguments()[3].toInt();
    BenchMeter meter(count);
    std::vector<std::unique_ptr<Slot>> slots;
    int left = count;
    const auto read = [&](Slot &slot, QNetworkReply &reply) {
        const qint64 arrivalNs = SteadyClock::instance().nowNs();
        const QByteArray bytes = reply.readAll();
        const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        if (!slot.scanner.feed(text, arrivalNs, slot.samples) || !meter.streamBegan())
            return;
        qint64 chunks = 0;
        for (const auto &other : slots)
            chunks += static_cast<qint64>(other->samples.chunks.size());
        meter.start(chunks);
    };
    for (int i = 0; i < count; ++i) {
        Slot &slot = *slots.emplace_back(std::make_unique<Slot>());
        slot.manager.setProxy(QNetworkProxy::NoProxy);
        slot.samples.dispatchNs = SteadyClock::instance().nowNs();
        QNetworkReply *reply = slot.manager.post(request, QByteArrayLiteral("{}"));
        QObject::connect(reply, &QNetworkReply::readyRead, &app, [&read, &slot, reply] { read(slot, *reply); });
        QObject::connect(reply, &QNetworkReply::finished, &app, [&] {
            if (--left == 0)
                QCoreApplication::quit();
        });
    }
    QCoreApplication::exec();
    for (const auto &slot : slots)
        meter.add(slot->samples);
    meter.report();
    return 0;
}
