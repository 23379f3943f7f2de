// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/slotqueue.h"

#include <algorithm>

namespace streamgauge {

SlotQueue::SlotQueue(int slots)
    : m_users(static_cast<std::size_t>(slots), nullptr)
{
    m_free.reserve(m_users.size());
    for (std::size_t slot = m_users.size(); slot > 0; --slot)
        m_free.push_back(slot - 1);
}

void SlotQueue::request(SlotUser &user)
{
    m_waiting.push_back(&user);
    grant();
}

void SlotQueue::release(SlotUser &user)
{
    if (const auto slot = std::find(m_users.begin(), m_users.end(), &user); slot != m_users.end()) {
        *slot = nullptr;
        m_free.push_back(static_cast<std::size_t>(slot - m_users.begin()));
    } else if (const auto place = std::find(m_waiting.begin(), m_waiting.end(), &user); place != m_waiting.end()) {
        m_waiting.erase(place);
    }
    grant();
}

void SlotQueue::grant()
{
    if (m_granting)
        return; // a user that ended as soon as it was granted its slot: the outer call goes on
    m_granting = true;
    while (!m_free.empty() && !m_waiting.empty()) {
        SlotUser *user = m_waiting.front();
        m_waiting.pop_front();
        m_users[m_free.back()] = user;
        m_free.pop_back();
        user->slotGranted();
    }
    m_granting = false;
}

} // namespace streamgauge
