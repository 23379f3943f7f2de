// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/transport/benchmeter.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace streamgauge::bench {

/// The number behind a key of the bench's chunks; 0 where it has none.
[[nodiscard]] inline qint64 stampIn(std::string_view text, std::string_view key)
{
    const std::size_t at = text.rfind(key);
    return at == std::string_view::npos ? 0 : std::strtoll(text.data() + at + key.size(), nullptr, 10);
}

inline constexpr std::string_view sentKey = "\"sim_sent_ns\":";
inline constexpr std::string_view receivedKey = "\"sim_received_ns\":";

/// The least that can be done with a stream: finds its lines and the sender's stamp in each chunk, parses nothing.
class ChunkScanner final {
public:
    /// Adds each chunk that is complete now to `samples`; true when the first one was among them.
    bool feed(std::string_view bytes, qint64 arrivalNs, StreamSamples &samples)
    {
        const bool hadNone = samples.chunks.empty();
        m_rest.append(bytes);
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = m_rest.find('\n', begin)) != std::string::npos; begin = end + 1)
            line(std::string_view(m_rest).substr(begin, end - begin), arrivalNs, samples);
        m_rest.erase(0, begin);
        return hadNone && !samples.chunks.empty();
    }
    [[nodiscard]] bool done() const { return m_done; }

private:
    void line(std::string_view text, qint64 arrivalNs, StreamSamples &samples)
    {
        if (!text.starts_with("data: "))
            return;
        if (text.starts_with("data: [DONE]")) {
            m_done = true;
            return;
        }
        const qint64 sentNs = stampIn(text, sentKey);
        if (sentNs == 0)
            return;
        if (samples.chunks.empty())
            samples.receivedNs = stampIn(text, receivedKey);
        samples.chunks.emplace_back(sentNs, arrivalNs);
    }

    std::string m_rest;
    bool m_done = false;
};

} // namespace streamgauge::bench
