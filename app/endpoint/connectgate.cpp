// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/connectgate.h"

#include <QMetaObject>
#include <QObject>
#include <QPointer>

#include <deque>
#include <mutex>

namespace streamgauge {

/// One request. Its fields are guarded by the gate's mutex; `granted` is called outside of it.
struct ConnectGate::Ticket::Waiter {
    enum class Phase { Queued, HasPlace, Over };

    QObject *context = nullptr;
    Granted granted;
    Phase phase = Phase::Queued;
};

struct ConnectGate::Turn::State : std::enable_shared_from_this<State> {
    using Waiter = Ticket::Waiter;

    explicit State(int places)
        : free(places)
    {
    }

    void enqueue(const std::shared_ptr<Waiter> &waiter);
    void cancel(Waiter &waiter);
    void giveBack();
    void serve();
    void call(const std::shared_ptr<Waiter> &waiter);

    std::mutex mutex;
    int free;
    std::deque<std::shared_ptr<Waiter>> queue;
};

void ConnectGate::Turn::State::enqueue(const std::shared_ptr<Waiter> &waiter)
{
    const std::lock_guard lock(mutex);
    queue.push_back(waiter);
    serve();
}

void ConnectGate::Turn::State::cancel(Waiter &waiter)
{
    Granted dropped; // what it holds may take turns and tickets with it, which needs the mutex
    const std::lock_guard lock(mutex);
    dropped = std::move(waiter.granted);
    const Waiter::Phase before = std::exchange(waiter.phase, Waiter::Phase::Over); // still queued: passed over
    if (before == Waiter::Phase::HasPlace) {
        ++free;
        serve();
    }
}

void ConnectGate::Turn::State::giveBack()
{
    const std::lock_guard lock(mutex);
    ++free;
    serve();
}

/// With the mutex held: the context cannot go meanwhile, since cancelling needs the mutex too.
void ConnectGate::Turn::State::serve()
{
    while (free > 0 && !queue.empty()) {
        const std::shared_ptr<Waiter> waiter = std::move(queue.front());
        queue.pop_front();
        if (waiter->phase == Waiter::Phase::Over)
            continue;
        --free;
        waiter->phase = Waiter::Phase::HasPlace;
        const auto self = shared_from_this();
        QMetaObject::invokeMethod(
            waiter->context, [self, waiter] { self->call(waiter); }, Qt::QueuedConnection);
    }
}

void ConnectGate::Turn::State::call(const std::shared_ptr<Waiter> &waiter)
{
    Granted granted;
    {
        const std::lock_guard lock(mutex);
        if (waiter->phase != Waiter::Phase::HasPlace)
            return;
        waiter->phase = Waiter::Phase::Over;
        granted = std::move(waiter->granted);
    }
    granted(Turn(shared_from_this()));
}

ConnectGate::Turn::Turn(std::shared_ptr<State> state)
    : m_state(std::move(state))
{
}

ConnectGate::Turn::Turn(Turn &&other) noexcept
    : m_state(std::move(other.m_state))
{
}

ConnectGate::Turn &ConnectGate::Turn::operator=(Turn &&other) noexcept
{
    std::swap(m_state, other.m_state);
    return *this;
}

ConnectGate::Turn::~Turn()
{
    release();
}

void ConnectGate::Turn::release()
{
    if (const auto state = std::exchange(m_state, nullptr))
        state->giveBack();
}

ConnectGate::Ticket::Ticket(std::shared_ptr<Turn::State> state, std::shared_ptr<Waiter> waiter)
    : m_state(std::move(state))
    , m_waiter(std::move(waiter))
{
}

ConnectGate::Ticket::Ticket(Ticket &&other) noexcept
    : m_state(std::move(other.m_state))
    , m_waiter(std::move(other.m_waiter))
{
}

ConnectGate::Ticket &ConnectGate::Ticket::operator=(Ticket &&other) noexcept
{
    std::swap(m_state, other.m_state);
    std::swap(m_waiter, other.m_waiter);
    return *this;
}

ConnectGate::Ticket::~Ticket()
{
    cancel();
}

bool ConnectGate::Ticket::waiting() const
{
    if (!m_waiter)
        return false;
    const std::lock_guard lock(m_state->mutex);
    return m_waiter->phase != Waiter::Phase::Over;
}

void ConnectGate::Ticket::cancel()
{
    if (const auto waiter = std::exchange(m_waiter, nullptr))
        m_state->cancel(*waiter);
}

ConnectGate::ConnectGate(int places)
    : m_state(std::make_shared<Turn::State>(places))
{
}

ConnectGate::~ConnectGate() = default;

ConnectGate::Turn ConnectGate::tryEnter()
{
    const std::lock_guard lock(m_state->mutex);
    if (m_state->free == 0 || !m_state->queue.empty())
        return {};
    --m_state->free;
    return Turn(m_state);
}

ConnectGate::Ticket ConnectGate::request(QObject *context, Granted granted)
{
    auto waiter = std::make_shared<Ticket::Waiter>();
    waiter->context = context;
    waiter->granted = std::move(granted);
    m_state->enqueue(waiter);
    return Ticket(m_state, std::move(waiter));
}

} // namespace streamgauge
