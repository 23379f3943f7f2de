// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <deque>
#include <vector>

namespace streamgauge {

/// Whoever needs a slot to generate in.
class SlotUser {
public:
    virtual ~SlotUser() = default;
    virtual void slotGranted() = 0;
    /// For the /slots page, while the slot is held.
    [[nodiscard]] virtual int taskId() const = 0;
    [[nodiscard]] virtual int tokensDecoded() const = 0;
    [[nodiscard]] virtual int tokensRemaining() const = 0;
};

/// A fixed number of slots; who finds none free waits, first come, first served.
class SlotQueue final {
public:
    explicit SlotQueue(int slots);
    Q_DISABLE_COPY_MOVE(SlotQueue)

    /// slotGranted() follows, at once when a slot is free.
    void request(SlotUser &user);
    /// Gives the slot back, or the place in the queue. Nothing when the user has neither.
    void release(SlotUser &user);

    /// Slot by slot, nullptr where it is free.
    [[nodiscard]] const std::vector<SlotUser *> &users() const { return m_users; }
    [[nodiscard]] int busy() const { return static_cast<int>(m_users.size() - m_free.size()); }
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }

private:
    void grant();

    std::vector<SlotUser *> m_users;
    std::vector<std::size_t> m_free; ///< the next one to be given is the last
    std::deque<SlotUser *> m_waiting;
    bool m_granting = false;
};

} // namespace streamgauge
