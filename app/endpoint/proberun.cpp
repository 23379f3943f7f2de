// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"
#include "app/endpoint/probe.h"
#include "app/load/handover.h"
#include "app/load/loopthread.h"

#include <iterator>

namespace streamgauge {

namespace {

enum class ProbeOrder { Cancel, Quit };

/// What is told on the way; the last has the outcome.
struct ProbeNews
{
    std::optional<ProbeStep> step;
    std::optional<Probe::Outcome> outcome;
};

/// The probe's end of the two handovers; lives in its thread.
class ProbeHost final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeHost)

public:
    ProbeHost(EndpointSettings settings, double timeoutS, Handover<ProbeOrder> &orders, Handover<ProbeNews> &news,
        QEventLoop &loop)
        : m_orders(orders)
        , m_news(news)
        , m_loop(loop)
        , m_probe(m_curl, std::move(settings), timeoutS)
    {
        connect(&m_probe, &Probe::stepTaken, this, [this] { m_news.give({m_probe.steps().back(), std::nullopt}); });
        connect(&m_probe, &Probe::finished, this, [this] {
            m_finished = true;
            m_news.give({std::nullopt, m_probe.outcome()});
        });
    }

    /// The first thing in the loop: a probe may be cancelled before it starts.
    Q_INVOKABLE void begin()
    {
        takeOrders();
        if (!m_finished)
            m_probe.start();
    }

    Q_INVOKABLE void takeOrders()
    {
        for (const ProbeOrder order : m_orders.takeAll()) {
            m_probe.cancel();
            if (order == ProbeOrder::Quit)
                m_loop.quit();
        }
    }

private:
    Handover<ProbeOrder> &m_orders;
    Handover<ProbeNews> &m_news;
    QEventLoop &m_loop;
    CurlLoop m_curl;
    Probe m_probe;
    bool m_finished = false;
};

} // namespace

class ProbeRun::Private
{
public:
    EndpointSettings settings;
    double timeoutS = 0;
    Handover<ProbeOrder> orders;
    Handover<ProbeNews> news;
    LoopThread thread;

    std::vector<ProbeStep> steps;
    std::optional<Probe::Outcome> outcome;

    void live(QEventLoop &loop)
    {
        ProbeHost host(settings, timeoutS, orders, news, loop);
        orders.setBell([&host] { QMetaObject::invokeMethod(&host, "takeOrders", Qt::QueuedConnection); });
        QMetaObject::invokeMethod(&host, "begin", Qt::QueuedConnection);
        loop.exec();
        orders.setBell({});
    }
};

ProbeRun::ProbeRun(EndpointSettings settings, double timeoutS, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->settings = std::move(settings);
    d->timeoutS = timeoutS;
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

#include "proberun.moc"
