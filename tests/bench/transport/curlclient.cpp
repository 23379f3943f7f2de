// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/epoll.h"
#include "app/endpoint/timerdescriptor.h"
#include "models/core/clock.h"
#include "tests/bench/transport/chunkscanner.h"

#include <curl/curl.h>
#include <poll.h>

#include <cstdlib>
#include <memory>

using namespace streamgauge;
using namespace streamgauge::bench;

namespace {

/// libcurl with nothing around it: one multi handle on epoll, and a scan of each piece that it hands over. What it
/// costs more than the raw reader is libcurl's own; what our client costs more than this is ours.
class BareCurl final {
public:
    BareCurl(const std::string &url, int count)
        : m_multi(curl_multi_init())
        , m_meter(count)
        , m_left(count)
    {
        curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &socketWanted);
        curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
        curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &timeWanted);
        curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
        m_headers = curl_slist_append(nullptr, "Content-Type: application/json");
        m_epoll.watch(m_timer.descriptor(), EPOLLIN);
        for (int i = 0; i < count; ++i)
            add(url);
    }

    BareCurl(const BareCurl &) = delete;
    BareCurl &operator=(const BareCurl &) = delete;

    ~BareCurl()
    {
        for (const auto &stream : m_streams) {
            curl_multi_remove_handle(m_multi, stream->easy);
            curl_easy_cleanup(stream->easy);
        }
        curl_multi_cleanup(m_multi);
        curl_slist_free_all(m_headers);
    }

    void run()
    {
        int running = 0;
        while (m_left > 0) {
            pollfd ready{m_epoll.descriptor(), POLLIN, 0};
            ::poll(&ready, 1, -1);
            for (const epoll_event &event : m_epoll.ready()) {
                if (event.data.fd != m_timer.descriptor()) {
                    const int mask = ((event.events & EPOLLIN) ? CURL_CSELECT_IN : 0)
                        | ((event.events & EPOLLOUT) ? CURL_CSELECT_OUT : 0);
                    curl_multi_socket_action(m_multi, event.data.fd, mask, &running);
                } else if (m_timer.takeExpirations() > 0) {
                    curl_multi_socket_action(m_multi, CURL_SOCKET_TIMEOUT, 0, &running);
                }
            }
            int waiting = 0;
            while (const CURLMsg *message = curl_multi_info_read(m_multi, &waiting))
                m_left -= message->msg == CURLMSG_DONE ? 1 : 0;
        }
        for (const auto &stream : m_streams)
            m_meter.add(stream->samples);
        m_meter.report();
    }

private:
    struct Stream {
        CURL *easy = nullptr;
        BareCurl *owner = nullptr;
        ChunkScanner scanner;
        StreamSamples samples;
    };

    void add(const std::string &url)
    {
        Stream &stream = *m_streams.emplace_back(std::make_unique<Stream>());
        stream.owner = this;
        stream.easy = curl_easy_init();
        curl_easy_setopt(stream.easy, CURLOPT_URL, url.c_str());
        curl_easy_setopt(stream.easy, CURLOPT_POSTFIELDS, "{}");
        curl_easy_setopt(stream.easy, CURLOPT_HTTPHEADER, m_headers);
        curl_easy_setopt(stream.easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        curl_easy_setopt(stream.easy, CURLOPT_PROXY, "");
        curl_easy_setopt(stream.easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(stream.easy, CURLOPT_WRITEFUNCTION, &bodyCame);
        curl_easy_setopt(stream.easy, CURLOPT_WRITEDATA, &stream);
        curl_easy_setopt(stream.easy, CURLOPT_PREREQFUNCTION, &aboutToSend);
        curl_easy_setopt(stream.easy, CURLOPT_PREREQDATA, &stream);
        curl_multi_add_handle(m_multi, stream.easy);
    }

    static int aboutToSend(void *user, char *, char *, int, int)
    {
        static_cast<Stream *>(user)->samples.dispatchNs = SteadyClock::instance().nowNs();
        return CURL_PREREQFUNC_OK;
    }

    static std::size_t bodyCame(char *data, std::size_t, std::size_t size, void *user)
    {
        auto &stream = *static_cast<Stream *>(user);
        BareCurl &owner = *stream.owner;
        if (stream.scanner.feed({data, size}, SteadyClock::instance().nowNs(), stream.samples)
            && owner.m_meter.streamBegan())
            owner.m_meter.start(owner.chunks());
        return size;
    }

    static int socketWanted(CURL *, curl_socket_t socket, int what, void *user, void *)
    {
        auto &self = *static_cast<BareCurl *>(user);
        if (what == CURL_POLL_REMOVE)
            self.m_epoll.forget(socket);
        else
            self.m_epoll.watch(socket, (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u));
        return 0;
    }

    static int timeWanted(CURLM *, long ms, void *user)
    {
        if (ms >= 0)
            static_cast<BareCurl *>(user)->m_timer.arm(SteadyClock::instance().nowNs() + ms * 1'000'000 + 1);
        return 0;
    }

    [[nodiscard]] qint64 chunks() const
    {
        qint64 sum = 0;
        for (const auto &stream : m_streams)
            sum += static_cast<qint64>(stream->samples.chunks.size());
        return sum;
    }

    Epoll m_epoll;
    TimerDescriptor m_timer;
    CURLM *m_multi = nullptr;
    curl_slist *m_headers = nullptr;
    std::vector<std::unique_ptr<Stream>> m_streams;
    BenchMeter m_meter;
    int m_left = 0;
};

} // namespace

/// curlclient PORT TARGET STREAMS
int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    raiseDescriptorLimit();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    {
        BareCurl client(std::string("http://127.0.0.1:") + argv[1] + argv[2], std::atoi(argv[3]));
        client.run();
    }
    curl_global_cleanup();
    return 0;
}
