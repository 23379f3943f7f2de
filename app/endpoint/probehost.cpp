// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probehost.h"

namespace streamgauge {

ProbeHost::ProbeHost(EndpointSettings settings, double timeoutS, ProbeDepth depth, Handover<ProbeOrder> &orders,
    Handover<ProbeNews> &news, QEventLoop &loop)
    : m_orders(orders)
    , m_news(news)
    , m_loop(loop)
    , m_probe(m_curl, std::move(settings), timeoutS, depth)
{
    connect(&m_probe, &Probe::stepTaken, this, [this] { m_news.give({m_probe.steps().back(), std::nullopt}); });
    connect(&m_probe, &Probe::finished, this, [this] {
        m_finished = true;
        m_news.give({std::nullopt, m_probe.outcome()});
    });
}

void ProbeHost::begin()
{
    takeOrders();
    if (!m_finished)
        m_probe.start();
}

void ProbeHost::takeOrders()
{
    for (const ProbeOrder order : m_orders.takeAll()) {
        m_probe.cancel();
        if (order == ProbeOrder::Quit)
            m_loop.quit();
    }
}

} // namespace streamgauge
