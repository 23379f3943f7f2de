// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/epoll.h"
#include "models/core/clock.h"
#include "tests/bench/transport/benchmeter.h"
#include "tests/bench/transport/chunkscanner.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstdlib>

using namespace streamgauge;
using namespace streamgauge::bench;

namespace {

struct Stream {
    FileDescriptor socket;
    ChunkScanner scanner;
    StreamSamples samples;
};

FileDescriptor connected(quint16 port)
{
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        qFatal("The raw reader cannot connect.");
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

/// The limit of what a client can do: one read and one scan a piece.
class RawReader final {
public:
    RawReader(quint16 port, const std::string &target, std::size_t count)
        : m_streams(count)
        , m_byDescriptor(count + 64, nullptr)
        , m_meter(static_cast<int>(count))
    {
        for (Stream &stream : m_streams) {
            stream.socket = connected(port);
            const auto index = static_cast<std::size_t>(stream.socket.get());
            m_byDescriptor.resize(std::max(m_byDescriptor.size(), index + 1));
            m_byDescriptor[index] = &stream;
            m_epoll.watch(stream.socket.get(), EPOLLIN);
        }
        const std::string request = "POST " + target
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        for (Stream &stream : m_streams) {
            stream.samples.dispatchNs = SteadyClock::instance().nowNs();
            (void)!::send(stream.socket.get(), request.data(), request.size(), MSG_NOSIGNAL);
        }
    }

    void run()
    {
        for (std::size_t left = m_streams.size(); left > 0;) {
            pollfd ready{m_epoll.descriptor(), POLLIN, 0};
            ::poll(&ready, 1, -1);
            for (const epoll_event &event : m_epoll.ready()) {
                if (!read(*m_byDescriptor[static_cast<std::size_t>(event.data.fd)]))
                    --left;
            }
        }
        for (const Stream &stream : m_streams)
            m_meter.add(stream.samples);
        m_meter.report();
    }

private:
    /// False when the stream is over.
    bool read(Stream &stream)
    {
        const ssize_t size = ::recv(stream.socket.get(), m_buffer.data(), m_buffer.size(), 0);
        const qint64 arrivalNs = SteadyClock::instance().nowNs();
        if (size > 0) {
            const std::string_view bytes(m_buffer.data(), static_cast<std::size_t>(size));
            if (stream.scanner.feed(bytes, arrivalNs, stream.samples) && m_meter.streamBegan())
                m_meter.start(chunks());
        }
        if (size > 0 && !stream.scanner.done())
            return true;
        m_epoll.forget(stream.socket.get());
        return false;
    }

    [[nodiscard]] qint64 chunks() const
    {
        qint64 sum = 0;
        for (const Stream &stream : m_streams)
            sum += static_cast<qint64>(stream.samples.chunks.size());
        return sum;
    }

    Epoll m_epoll;
    std::vector<Stream> m_streams;
    std::vector<Stream *> m_byDescriptor;
    BenchMeter m_meter;
    std::array<char, 65536> m_buffer;
};

} // namespace

/// rawreader PORT TARGET STREAMS
int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    raiseDescriptorLimit();
    RawReader reader(static_cast<quint16>(std::atoi(argv[1])), argv[2], static_cast<std::size_t>(std::atoi(argv[3])));
    reader.run();
    return 0;
}
