// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/deadlinequeue.h"

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <vector>

namespace streamgauge {

class CurlLoopCore;
class CurlTransfer;

/// One libcurl multi handle on a loop, with room for one kept connection: a larger pool would lose the slot's own one
/// to another request. Lives as long as its manager and its transfers.
class CurlMulti final : public DeadlineQueue::Owner {
    Q_DISABLE_COPY_MOVE(CurlMulti)

public:
    explicit CurlMulti(std::shared_ptr<CurlLoopCore> loop);
    ~CurlMulti() override;

    [[nodiscard]] CurlLoopCore &loop() const { return *m_loop; }

    /// Adds the handle and runs it as far as it goes without waiting.
    [[nodiscard]] CURLMcode start(CURL *easy);
    void stop(CURL *easy);
    /// To be called inside CurlLoopCore::InsideCurl.
    void act(int socket, int flags);
    void deadlineReached() override;
    /// Which call of act() it is: what libcurl hands over within one was there to be read at once.
    [[nodiscard]] quint64 action() const { return m_action; }

    /// Whether the connection that the last ended transfer left still stands; nothing where it left none.
    [[nodiscard]] std::optional<bool> keptConnectionAlive() const;

private:
    static int socketChanged(CURL *easy, curl_socket_t socket, int what, void *user, void *socketUser);
    static int timerChanged(CURLM *multi, long timeoutMs, void *user);
    void collectEnded();

    std::shared_ptr<CurlLoopCore> m_loop;
    CURLM *m_multi = nullptr;
    quint64 m_action = 0;
    curl_socket_t m_kept = CURL_SOCKET_BAD;
    std::vector<CurlTransfer *> m_unanswered; ///< running, without a response byte so far
};

} // namespace streamgauge
