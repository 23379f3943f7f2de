// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/loadrun.h"

#include "app/load/runcontroller.h"
#include "app/threads/handover.h"
#include "app/threads/loopthread.h"
#include "app/threads/serveloop.h"
#include "models/load/sidefile.h"

#include <QDir>
#include <QFileInfo>

#include <iterator>

using namespace Qt::StringLiterals;

namespace streamgauge {

class LoadRun::Private {
public:
    LoadRunSetup setup;
    Handover<RunOrder> orders;
    Handover<RunEvent> events;
    LoopThread thread;

    void live(QEventLoop &loop)
    {
        RunController controller(setup, orders, events, loop);
        serveLoop(loop, controller, orders, "begin", "takeOrders");
    }
};

LoadRun::LoadRun(LoadRunSetup setup, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->setup = std::move(setup);
    d->events.setBell([this] { QMetaObject::invokeMethod(this, "eventsReady", Qt::QueuedConnection); });
}

LoadRun::~LoadRun()
{
    d->orders.give(RunOrder::Quit);
    d->thread.join();
}

void LoadRun::start()
{
    if (!d->thread.started())
        d->thread.start([this](QEventLoop &loop) { d->live(loop); });
}

void LoadRun::stop()
{
    d->orders.give(RunOrder::Stop);
}

std::vector<RunEvent> LoadRun::takeEvents()
{
    auto events = d->events.takeAll();
    return {std::make_move_iterator(events.begin()), std::make_move_iterator(events.end())};
}

QString defaultResultsPath(const QString &folder, const QString &model, const QDateTime &startUtc)
{
    return freeResultsPath(folder + u"/streamgauge-results"_s, model, startUtc);
}

QString freeResultsPath(const QString &folder, const QString &model, const QDateTime &startUtc)
{
    constexpr qsizetype longestModel = 60;
    QString name = model.left(longestModel);
    for (QChar &c : name) {
        const bool plain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
        if (!plain && c != u'.' && c != u'_' && c != u'-')
            c = u'-';
    }
    if (name.isEmpty())
        name = u"model"_s;
    const QString stem = u"%1/%2-%3"_s.arg(folder, startUtc.toUTC().toString(u"yyyyMMdd'T'HHmmss'Z'"_s), name);
    QString path = stem + u".json"_s;
    const auto isTaken = [&path] { return QFileInfo::exists(path) || QFileInfo::exists(path + SideFile::suffix); };
    for (int i = 2; isTaken(); ++i)
        path = u"%1-%2.json"_s.arg(stem).arg(i);
    return path;
}

} // namespace streamgauge
