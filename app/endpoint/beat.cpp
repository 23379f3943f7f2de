// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/beat.h"

#include "models/core/clock.h"

#include <algorithm>
#include <utility>

namespace streamgauge {

int Beat::descriptor() const
{
    return m_timer.descriptor();
}

void Beat::setInterval(qint64 intervalNs)
{
    m_intervalNs = intervalNs;
    if (intervalNs <= 0) {
        m_timer.disarm();
        return;
    }
    m_nextNs = SteadyClock::instance().nowNs() + intervalNs;
    m_timer.arm(m_nextNs, intervalNs);
}

void Beat::seen(qint64 nowNs)
{
    for (quint64 left = m_timer.takeExpirations(); left > 0; --left) {
        m_lags.push_back(nowNs - m_nextNs);
        m_longestNs = std::max(m_longestNs, m_lags.back());
        m_nextNs += m_intervalNs;
    }
}

std::vector<qint64> Beat::takeLags()
{
    return std::exchange(m_lags, {});
}

qint64 Beat::takeLongest()
{
    return std::exchange(m_longestNs, -1);
}

} // namespace streamgauge
