// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstdlib>
#include <string>
#include <string_view>

namespace streamgauge::bench {

/// The least that can be done with a stream: finds its lines and the sender's stamp in each chunk, parses nothing.
class ChunkScanner final {
public:
    /// Calls `chunk(sentNs)` for each chunk that is complete now.
    template <typename Chunk>
    void feed(std::string_view bytes, Chunk chunk)
    {
        m_rest.append(bytes);
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = m_rest.find('\n', begin)) != std::string::npos; begin = end + 1)
            line(std::string_view(m_rest).substr(begin, end - begin), chunk);
        m_rest.erase(0, begin);
    }
    [[nodiscard]] bool done() const { return m_done; }

private:
    template <typename Chunk>
    void line(std::string_view text, Chunk chunk)
    {
        if (!text.starts_with("data: "))
            return;
        if (text.starts_with("data: [DONE]")) {
            m_done = true;
            return;
        }
        constexpr std::string_view key = "\"sim_sent_ns\":";
        const std::size_t at = text.rfind(key);
        if (at != std::string_view::npos)
            chunk(static_cast<qint64>(std::strtoll(text.data() + at + key.size(), nullptr, 10)));
    }

    std::string m_rest;
    bool m_done = false;
};

} // namespace streamgauge::bench
