// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <atomic>

namespace streamgauge {

/// Counts requests that are open on connections, as they are sent and as their replies end; shared by the loops of
/// several threads.
class StreamCount final {
public:
    void began()
    {
        const int now = ++m_open;
        int peak = m_peak;
        while (now > peak && !m_peak.compare_exchange_weak(peak, now)) { }
    }
    void ended() { --m_open; }

    [[nodiscard]] int open() const { return m_open; }
    [[nodiscard]] int peak() const { return m_peak; }

private:
    std::atomic<int> m_open = 0;
    std::atomic<int> m_peak = 0;
};

} // namespace streamgauge
