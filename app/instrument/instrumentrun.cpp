// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentrun.h"

#include "app/instrument/instrumentcontroller.h"
#include "app/threads/loopthread.h"
#include "app/threads/serveloop.h"

namespace streamgauge {

class InstrumentRun::Private {
public:
    InstrumentSetup setup;
    Handover<InstrumentOrder> orders;
    Handover<InstrumentNews> news;
    LoopThread thread;

    InstrumentProgress progress;
    std::optional<InstrumentOutcome> outcome;

    void live(QEventLoop &loop)
    {
        InstrumentController controller(setup, orders, news, loop);
        serveLoop(loop, controller, orders, "begin", "takeOrders");
    }
};

InstrumentRun::InstrumentRun(InstrumentSetup setup, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->setup = std::move(setup);
    d->news.setBell([this] { QMetaObject::invokeMethod(this, "takeNews", Qt::QueuedConnection); });
}

InstrumentRun::~InstrumentRun()
{
    d->orders.give(InstrumentOrder::Quit);
    d->thread.join();
}

void InstrumentRun::start()
{
    if (!d->thread.started())
        d->thread.start([this](QEventLoop &loop) { d->live(loop); });
}

void InstrumentRun::cancel()
{
    d->orders.give(InstrumentOrder::Cancel);
}

const InstrumentProgress &InstrumentRun::progress() const
{
    return d->progress;
}

const std::optional<InstrumentOutcome> &InstrumentRun::outcome() const
{
    return d->outcome;
}

void InstrumentRun::takeNews()
{
    for (InstrumentNews &news : d->news.takeAll()) {
        if (auto *progress = std::get_if<InstrumentProgress>(&news))
            d->progress = *progress;
        else
            d->outcome = std::get<InstrumentOutcome>(std::move(news));
    }
    if (d->outcome)
        Q_EMIT finished();
    else
        Q_EMIT progressed();
}

} // namespace streamgauge
