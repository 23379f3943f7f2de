// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/curlloop.h"
#include "app/endpoint/probe.h"
#include "app/threads/handover.h"

#include <QEventLoop>

namespace streamgauge {

enum class ProbeOrder { Cancel, Quit };

/// What a probe tells on its way; the last has the outcome.
struct ProbeNews {
    std::optional<ProbeStep> step;
    std::optional<Probe::Outcome> outcome;
};

/// The far end of a ProbeRun: the probe in its thread, between two handovers.
class ProbeHost final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeHost)

public:
    /// `loop` ends at ProbeOrder::Quit.
    ProbeHost(EndpointSettings settings, double timeoutS, ProbeDepth depth, Handover<ProbeOrder> &orders,
        Handover<ProbeNews> &news, QEventLoop &loop);

    /// The first thing in the loop: a probe may be cancelled before it starts.
    Q_INVOKABLE void begin();
    /// The bell of the orders.
    Q_INVOKABLE void takeOrders();

private:
    Handover<ProbeOrder> &m_orders;
    Handover<ProbeNews> &m_news;
    QEventLoop &m_loop;
    CurlLoop m_curl;
    Probe m_probe;
    bool m_finished = false;
};

} // namespace streamgauge
