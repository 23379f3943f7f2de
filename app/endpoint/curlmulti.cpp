// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlmulti.h"

#include "app/endpoint/curlloopcore.h"
#include "app/endpoint/curltransfer.h"

#include <poll.h>

namespace streamgauge {

namespace {

CurlTransfer *transferOf(CURL *easy)
{
    char *transfer = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    return static_cast<CurlTransfer *>(static_cast<void *>(transfer));
}

} // namespace

CurlMulti::CurlMulti(std::shared_ptr<CurlLoopCore> loop)
    : m_loop(std::move(loop))
    , m_multi(curl_multi_init())
{
    Q_CHECK_PTR(m_multi);
    curl_multi_setopt(m_multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
    curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, 1L);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &CurlMulti::socketChanged);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &CurlMulti::timerChanged);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
}

CurlMulti::~CurlMulti()
{
    const CurlLoopCore::InsideCurl section(*m_loop);
    curl_multi_cleanup(m_multi);
    m_loop->forget(*this);
}

CURLMcode CurlMulti::start(CURL *easy)
{
    const CurlLoopCore::InsideCurl section(*m_loop);
    m_kept = CURL_SOCKET_BAD;
    m_unanswered.push_back(transferOf(easy));
    const CURLMcode code = curl_multi_add_handle(m_multi, easy);
    if (code == CURLM_OK) {
        // Now, and not at the deadline of 0 ms that libcurl has just asked for: with many slots a turn takes long.
        m_loop->clearDeadline(*this);
        act(CURL_SOCKET_TIMEOUT, 0);
    }
    return code;
}

void CurlMulti::stop(CURL *easy)
{
    const CurlLoopCore::InsideCurl section(*m_loop);
    curl_multi_remove_handle(m_multi, easy);
    std::erase(m_unanswered, transferOf(easy));
}

void CurlMulti::act(int socket, int flags)
{
    ++m_action;
    std::erase_if(m_unanswered, [](CurlTransfer *transfer) { return transfer->lookForFirstByte(); });
    int running = 0;
    curl_multi_socket_action(m_multi, socket, flags, &running);
    collectEnded();
}

void CurlMulti::deadlineReached()
{
    act(CURL_SOCKET_TIMEOUT, 0);
}

std::optional<bool> CurlMulti::keptConnectionAlive() const
{
    if (m_kept == CURL_SOCKET_BAD)
        return std::nullopt;
    pollfd state{m_kept, POLLRDHUP, 0};
    return ::poll(&state, 1, 0) == 0;
}

int CurlMulti::socketChanged(CURL *easy, curl_socket_t socket, int what, void *user, void *)
{
    auto *self = static_cast<CurlMulti *>(user);
    self->m_loop->watch(socket, what, *self);
    transferOf(easy)->setSocket(what == CURL_POLL_REMOVE ? CURL_SOCKET_BAD : socket);
    return 0;
}

int CurlMulti::timerChanged(CURLM *, long timeoutMs, void *user)
{
    auto *self = static_cast<CurlMulti *>(user);
    if (timeoutMs < 0)
        self->m_loop->clearDeadline(*self);
    else
        self->m_loop->setDeadline(*self, SteadyClock::instance().nowNs() + qint64{timeoutMs} * 1'000'000);
    return 0;
}

void CurlMulti::collectEnded()
{
    int left = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_ACTIVESOCKET, &m_kept);
        transferOf(message->easy_handle)->recordEnd(message->data.result);
    }
}

} // namespace streamgauge
