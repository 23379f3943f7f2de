// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/streamaccessmanager.h"
#include "tests/bench/transport/benchmeter.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace streamgauge;
using namespace streamgauge::bench;

/// dispatchclient PORT TARGET SLOTS REQUESTS: slots that post their next request as soon as they are free, over kept
/// connections; how long after its last read each slot's next request leaves.
int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    QNetworkRequest request(QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(app.arguments()[1], app.arguments()[2])));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    const int slotCount = app.arguments()[3].toInt();
    const int perSlot = app.arguments()[4].toInt();
    CurlLoop loop;
    std::vector<std::unique_ptr<StreamAccessManager>> managers;
    std::vector<qint64> delays;
    int running = slotCount;
    std::function<void(StreamAccessManager &, int, qint64)> post = [&](StreamAccessManager &manager, int left,
                                                                       qint64 freeNs) {
        auto *reply = static_cast<CurlReply *>(manager.post(request, QByteArrayLiteral("{}")));
        if (freeNs >= 0 && reply->dispatchNs() >= 0)
            delays.push_back(reply->dispatchNs() - freeNs);
        QObject::connect(reply, &QNetworkReply::finished, &app, [&, reply, left] {
            reply->deleteLater();
            if (left > 1)
                post(manager, left - 1, reply->endedNs());
            else if (--running == 0)
                QCoreApplication::quit();
        });
    };
    for (int i = 0; i < slotCount; ++i)
        post(*managers.emplace_back(std::make_unique<StreamAccessManager>(loop)), perSlot, -1);
    QCoreApplication::exec();
    std::sort(delays.begin(), delays.end());
    std::printf("{\"dispatches\": %zu, \"expected\": %d, \"delay_us_p50\": %.1f, \"delay_us_p99\": %.1f, "
                "\"delay_us_max\": %.1f}\n",
        delays.size(), slotCount * (perSlot - 1), quantileUs(delays, 0.5), quantileUs(delays, 0.99),
        quantileUs(delays, 1));
    return 0;
}
