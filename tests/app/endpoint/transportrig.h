// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/bytesink.h"
#include "app/endpoint/curlloop.h"
#include "app/endpoint/curlreply.h"
#include "app/endpoint/streamaccessmanager.h"

#include <QEventLoop>
#include <QTimer>

#include <memory>
#include <vector>

namespace streamgauge::test {

/// Waits in the event loop for a reply to finish.
[[nodiscard]] inline bool waitForEnd(const CurlReply &reply, int timeoutMs = 10'000)
{
    if (!reply.isFinished()) {
        QEventLoop loop;
        QObject::connect(&reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
        QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return reply.isFinished();
}

/// Collects what it is given.
class CollectingSink final : public ByteSink {
public:
    void received(CurlReply &, QByteArrayView bytes, qint64 arrivalNs) override
    {
        text.append(bytes);
        pieces.push_back(bytes.toByteArray());
        stamps.push_back(arrivalNs);
    }

    QByteArray text;
    std::vector<QByteArray> pieces;
    std::vector<qint64> stamps;
};

/// A loop with one manager.
class TransportRig final {
public:
    explicit TransportRig(const Clock &clock = SteadyClock::instance())
        : loop(clock)
    {
    }

    [[nodiscard]] CurlReply *get(const QNetworkRequest &request)
    {
        return static_cast<CurlReply *>(manager->get(request));
    }
    [[nodiscard]] CurlReply *get(const QUrl &url) { return get(QNetworkRequest(url)); }
    [[nodiscard]] CurlReply *post(const QNetworkRequest &request, const QByteArray &body = "{}")
    {
        return static_cast<CurlReply *>(manager->post(request, body));
    }
    [[nodiscard]] CurlReply *post(const QUrl &url, const QByteArray &body = "{}")
    {
        return post(QNetworkRequest(url), body);
    }

    CurlLoop loop;
    std::unique_ptr<StreamAccessManager> manager = std::make_unique<StreamAccessManager>(loop);
};

} // namespace streamgauge::test
