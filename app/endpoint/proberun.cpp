// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probe.h"
#include "app/endpoint/probehost.h"
#include "app/threads/loopthread.h"
#include "app/threads/serveloop.h"

namespace streamgauge {

class ProbeRun::Private {
public:
    EndpointSettings settings;
    double timeoutS = 0;
    ProbeDepth depth = ProbeDepth::Whole;
    Handover<ProbeOrder> orders;
    Handover<ProbeNews> news;
    LoopThread thread;

    std::vector<ProbeStep> steps;
    std::optional<Probe::Outcome> outcome;

    void live(QEventLoop &loop)
    {
        ProbeHost host(settings, timeoutS, depth, orders, news, loop);
        serveLoop(loop, host, orders, "begin", "takeOrders");
    }
};

ProbeRun::ProbeRun(EndpointSettings settings, double timeoutS, ProbeDepth depth, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->settings = std::move(settings);
    d->timeoutS = timeoutS;
    d->depth = depth;
    d->news.setBell([this] { QMetaObject::invokeMethod(this, "takeNews", Qt::QueuedConnection); });
}

ProbeRun::~ProbeRun()
{
    d->orders.give(ProbeOrder::Quit);
    d->thread.join();
}

void ProbeRun::start()
{
    if (!d->thread.started())
        d->thread.start([this](QEventLoop &loop) { d->live(loop); });
}

void ProbeRun::cancel()
{
    d->orders.give(ProbeOrder::Cancel);
}

void ProbeRun::takeNews()
{
    for (ProbeNews &news : d->news.takeAll()) {
        if (news.step)
            d->steps.push_back(std::move(*news.step));
        else
            d->outcome = std::move(news.outcome);
    }
    Q_EMIT stepsReady();
    if (d->outcome && !std::exchange(m_told, true))
        Q_EMIT finished();
}

std::vector<ProbeStep> ProbeRun::takeSteps()
{
    return std::exchange(d->steps, {});
}

std::optional<Probe::Outcome> ProbeRun::outcome() const
{
    return d->outcome;
}

} // namespace streamgauge
