// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/simulator/streamreader.h"

#include "models/core/clock.h"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace streamgauge::bench {

namespace {

qint64 now()
{
    return SteadyClock::instance().nowNs();
}

/// The number behind `key` and white space; 0 when it is not there.
qint64 numberAfter(std::string_view text, std::string_view key)
{
    auto at = text.find(key);
    if (at == std::string_view::npos)
        return 0;
    at = text.find_first_not_of(' ', at + key.size());
    qint64 number = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
}

} // namespace

StreamReader::StreamReader(const Plan &plan)
    : m_plan(plan)
    , m_loop(epoll_create1(0))
    , m_streams(static_cast<std::size_t>(plan.streams))
{
    const std::string body = R"({"model":"sim/steady","stream":true,"ignore_eos":true,"max_tokens":)"
        + std::to_string(plan.chunks) + R"(,"messages":[{"role":"user","content":"Say something long."}]})";
    m_request = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
    m_samples.reserve(static_cast<std::size_t>(plan.streams) * static_cast<std::size_t>(plan.chunks));
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

StreamReader::~StreamReader()
{
    for (const Stream &stream : m_streams) {
        if (stream.fd >= 0)
            close(stream.fd);
    }
    close(m_loop);
}

bool StreamReader::connectAll()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<quint16>(m_plan.port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (Stream &stream : m_streams) {
        stream.fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(stream.fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            return false;
        epoll_event interest{};
        interest.events = EPOLLIN;
        interest.data.ptr = &stream;
        epoll_ctl(m_loop, EPOLL_CTL_ADD, stream.fd, &interest);
    }
    return true;
}

StreamReader::Outcome StreamReader::run()
{
    std::array<epoll_event, 512> events;
    m_open = m_plan.streams;
    m_startNs = now();
    while (m_open > 0) {
        startDue(now());
        const int waitMs = m_started < m_plan.streams ? 1 : 5000;
        const int count = epoll_wait(m_loop, events.data(), static_cast<int>(events.size()), waitMs);
        if (count == 0 && m_started == m_plan.streams)
            break; // nothing for five seconds: what is missing shows in the counts
        for (int i = 0; i < count; ++i)
            readFrom(*static_cast<Stream *>(events[static_cast<std::size_t>(i)].data.ptr));
    }
    return evaluate();
}

void StreamReader::startDue(qint64 nowNs)
{
    const double share = m_plan.rampS > 0 ? static_cast<double>(nowNs - m_startNs) / (m_plan.rampS * 1e9) : 1;
    const int wanted = std::min(m_plan.streams, static_cast<int>(share * m_plan.streams) + 1);
    for (; m_started < wanted; ++m_started) {
        const int fd = m_streams[static_cast<std::size_t>(m_started)].fd;
        if (send(fd, m_request.data(), m_request.size(), MSG_NOSIGNAL) < 0)
            end(m_streams[static_cast<std::size_t>(m_started)]);
    }
}

void StreamReader::readFrom(Stream &stream)
{
    std::array<char, 65'536> buffer;
    const ssize_t count = recv(stream.fd, buffer.data(), buffer.size(), 0);
    const qint64 arrivedNs = now();
    if (count <= 0)
        return end(stream);
    stream.rest.append(buffer.data(), static_cast<std::size_t>(count));
    takeEvents(stream, arrivedNs);
}

void StreamReader::takeEvents(Stream &stream, qint64 arrivedNs)
{
    std::size_t at = 0;
    bool done = false;
    for (std::size_t stop = 0; (stop = stream.rest.find("\n\n", at)) != std::string::npos; at = stop + 2) {
        const std::string_view event = std::string_view(stream.rest).substr(at, stop - at);
        done = done || event.find("data: [DONE]") != std::string_view::npos;
        if (event.find(R"("content":")") == std::string_view::npos)
            continue;
        const Sample sample{numberAfter(event, R"("sim_due_ns":)"), numberAfter(event, R"("sim_sent_ns":)"), arrivedNs};
        m_samples.push_back(sample);
        if (!std::exchange(stream.begun, true) && ++m_begun == m_plan.streams)
            m_allBegunNs = arrivedNs;
    }
    stream.rest.erase(0, at);
    if (done) {
        ++m_done;
        if (m_firstEndNs == 0)
            m_firstEndNs = arrivedNs;
        end(stream);
    }
}

void StreamReader::end(Stream &stream)
{
    close(std::exchange(stream.fd, -1));
    --m_open;
}

StreamReader::Outcome StreamReader::evaluate() const
{
    Outcome outcome;
    outcome.chunks = static_cast<qint64>(m_samples.size());
    outcome.streamsDone = m_done;
    for (const Sample &sample : m_samples) {
        if (sample.dueNs < m_allBegunNs || sample.dueNs > m_firstEndNs)
            continue;
        outcome.sentLateNs.push_back(sample.sentNs - sample.dueNs);
        outcome.arrivedLateNs.push_back(sample.arrivedNs - sample.sentNs);
    }
    return outcome;
}

} // namespace streamgauge::bench
