// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace streamgauge {

/// Values from one thread to another: a mutex and a deque, and a bell without arguments that is rung when the first
/// value of a batch comes in. The bell is called on the giving thread and must only post (QMetaObject::invokeMethod
/// queued on the taker). Values never travel in queued signals: the thread sanitizer cannot see Qt's own
/// synchronisation.
template <typename T>
class Handover {
public:
    void setBell(std::function<void()> bell)
    {
        const std::lock_guard lock(m_mutex);
        m_bell = std::move(bell);
    }

    void give(T value)
    {
        std::function<void()> bell;
        {
            const std::lock_guard lock(m_mutex);
            if (m_values.empty())
                bell = m_bell;
            m_values.push_back(std::move(value));
        }
        if (bell)
            bell();
    }

    /// All that has come so far, oldest first.
    [[nodiscard]] std::deque<T> takeAll()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_values, {});
    }

private:
    std::mutex m_mutex;
    std::deque<T> m_values;
    std::function<void()> m_bell;
};

} // namespace streamgauge
