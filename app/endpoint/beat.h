// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/timerdescriptor.h"

#include <vector>

namespace streamgauge {

/// A regular timer in the set that the sockets wait in. How late each beat is seen is how late a socket would have
/// been read then; beats missed while the thread was held up count one by one.
class Beat final {
public:
    [[nodiscard]] int descriptor() const;
    /// 0 stops it.
    void setInterval(qint64 intervalNs);
    /// To be called when the descriptor is readable.
    void seen(qint64 nowNs);
    [[nodiscard]] std::vector<qint64> takeLags();
    /// The longest lag since the last call; -1 where no beat was seen.
    [[nodiscard]] qint64 takeLongest();

private:
    TimerDescriptor m_timer;
    qint64 m_intervalNs = 0;
    qint64 m_nextNs = 0;
    std::vector<qint64> m_lags;
    qint64 m_longestNs = -1;
};

} // namespace streamgauge
