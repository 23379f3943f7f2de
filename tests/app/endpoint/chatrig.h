// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatrequest.h"
#include "app/endpoint/curlloop.h"
#include "app/endpoint/streamaccessmanager.h"
#include "tests/servers/loopbackserver.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace streamgauge::test {

inline constexpr qint64 second = 1'000'000'000;

/// A manager of its own with one request on it, and what it said.
class ChatRig final {
public:
    explicit ChatRig(CurlLoop &loop)
        : manager(std::make_unique<StreamAccessManager>(loop))
    {
        make(loop.clock());
    }
    /// On the stock manager.
    ChatRig()
        : manager(std::make_unique<QNetworkAccessManager>())
    {
        make(SteadyClock::instance());
    }

    void start(const QUrl &url, bool ownConnection, qint64 timeoutNs = 10 * second)
    {
        ChatRequest::Setup setup;
        setup.request = QNetworkRequest(url);
        setup.request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
        setup.body = "{}";
        setup.timeoutNs = timeoutNs;
        setup.ownConnection = ownConnection;
        setup.chunkLimit = chunkLimit;
        setup.waitsToReconnect = waitsToReconnect;
        setup.stream.keepText = true;
        request->start(std::move(setup), SteadyClock::instance().nowNs());
    }

    /// Runs the event loop until the connection is free again.
    [[nodiscard]] bool waitForIdle(int runs = 1, int timeoutMs = 15'000)
    {
        return QTest::qWaitFor([this, runs] { return idles->count() >= runs; }, timeoutMs);
    }

    std::unique_ptr<QNetworkAccessManager> manager;
    std::unique_ptr<ChatRequest> request;
    std::unique_ptr<QSignalSpy> dispatches;
    std::unique_ptr<QSignalSpy> ends;
    std::unique_ptr<QSignalSpy> idles;
    int chunkLimit = 0;
    bool waitsToReconnect = false;

private:
    void make(const Clock &clock)
    {
        request = std::make_unique<ChatRequest>(*manager, clock);
        dispatches = std::make_unique<QSignalSpy>(request.get(), &ChatRequest::dispatched);
        ends = std::make_unique<QSignalSpy>(request.get(), &ChatRequest::ended);
        idles = std::make_unique<QSignalSpy>(request.get(), &ChatRequest::idle);
    }
};

} // namespace streamgauge::test
