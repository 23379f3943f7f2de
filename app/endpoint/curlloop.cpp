// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/curlloop.h"

#include "app/endpoint/curlglobal.h"
#include "app/endpoint/curlloopcore.h"
#include "app/endpoint/ownthread.h"

#include <QEvent>
#include <QSocketNotifier>

#include <algorithm>

namespace streamgauge {

CurlLoop::CurlLoop(const Clock &clock, QObject *parent)
    : QObject(parent)
{
    ensureCurlGlobal();
    m_core = std::make_shared<CurlLoopCore>(clock);
    // The only notifier: one for each socket would cost twice the CPU. It moves to another thread with its parent.
    m_notifier = new QSocketNotifier(m_core->descriptor(), QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        const std::shared_ptr<CurlLoopCore> core = m_core; // a handler may destroy the loop
        core->turn();
    });
}

CurlLoop::~CurlLoop()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop", "destroyed from another thread");
}

const Clock &CurlLoop::clock() const
{
    return m_core->clock();
}

void CurlLoop::setBeat(qint64 intervalNs)
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::setBeat", "called from another thread");
    m_core->beat().setInterval(intervalNs);
}

std::vector<qint64> CurlLoop::takeBeatLags()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::takeBeatLags", "called from another thread");
    return m_core->beat().takeLags();
}

ReadLagSamples CurlLoop::takeReadLags()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::takeReadLags", "called from another thread");
    return m_core->receiveTimes().take();
}

qint64 CurlLoop::takeLongestLag()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::takeLongestLag", "called from another thread");
    return std::max(m_core->beat().takeLongest(), m_core->receiveTimes().takeLongest());
}

void CurlLoop::setStreamCount(std::shared_ptr<StreamCount> count)
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::setStreamCount", "called from another thread");
    m_core->setStreamCount(std::move(count));
}

void CurlLoop::setTurnEnd(std::function<bool(qint64)> turnEnd)
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::setTurnEnd", "called from another thread");
    m_core->setTurnEnd(std::move(turnEnd));
}

void CurlLoop::wantTurn()
{
    Q_ASSERT_X(onOwnThread(*this), "CurlLoop::wantTurn", "called from another thread");
    m_core->wantTurn();
}

bool CurlLoop::event(QEvent *event)
{
    Q_ASSERT_X(
        event->type() != QEvent::ThreadChange || !m_core->insideTurn(), "CurlLoop", "moved from inside a delivery");
    return QObject::event(event);
}

} // namespace streamgauge
