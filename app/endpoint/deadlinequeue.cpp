// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/deadlinequeue.h"

namespace streamgauge {

int DeadlineQueue::descriptor() const
{
    return m_timer.descriptor();
}

void DeadlineQueue::set(Owner &owner, qint64 dueNs)
{
    clear(owner);
    owner.m_dueNs = dueNs;
    m_deadlines.emplace(dueNs, &owner);
}

void DeadlineQueue::clear(Owner &owner)
{
    if (owner.m_dueNs >= 0)
        m_deadlines.erase({owner.m_dueNs, &owner});
    owner.m_dueNs = -1;
}

DeadlineQueue::Owner *DeadlineQueue::takeDue(qint64 nowNs)
{
    if (m_deadlines.empty() || m_deadlines.begin()->first > nowNs)
        return nullptr;
    Owner *owner = m_deadlines.begin()->second;
    clear(*owner);
    return owner;
}

void DeadlineQueue::arm()
{
    // A timer that is set too early only costs one empty turn; most deadlines are moved many times before they come,
    // so it is left alone then.
    if (m_deadlines.empty() || (m_armedNs >= 0 && m_armedNs <= m_deadlines.begin()->first))
        return;
    m_armedNs = m_deadlines.begin()->first;
    m_timer.arm(m_armedNs);
}

void DeadlineQueue::wake()
{
    if (m_armedNs == 0)
        return;
    m_armedNs = 0;
    m_timer.arm(0);
}

void DeadlineQueue::acknowledge()
{
    (void)m_timer.takeExpirations();
    m_armedNs = -1;
}

} // namespace streamgauge
