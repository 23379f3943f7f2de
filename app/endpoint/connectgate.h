// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <functional>
#include <memory>

class QObject;

namespace streamgauge {

/// Limits how many connection attempts of a run are under way at a time, over all its threads: a server with a small
/// listen backlog drops what comes beyond it, and a dropped attempt costs a second. First come, first served.
/// Every function may be called from any thread.
class ConnectGate final {
    Q_DISABLE_COPY_MOVE(ConnectGate)

public:
    static constexpr int placesOnLoopback = 8;
    static constexpr int placesElsewhere = 32;

    /// One place; given back when it is destroyed, also when the gate is gone.
    class Turn final {
    public:
        Turn() = default;
        Turn(Turn &&) noexcept;
        Turn &operator=(Turn &&) noexcept;
        ~Turn();
        Q_DISABLE_COPY(Turn)

        [[nodiscard]] bool held() const { return m_state != nullptr; }
        void release();

    private:
        friend class ConnectGate;
        struct State;
        explicit Turn(std::shared_ptr<State> state);
        std::shared_ptr<State> m_state;
    };

    /// A request for a place. Destroying it takes the request back: `granted` is then not called any more, if it is
    /// destroyed in the thread of `context`.
    class Ticket final {
    public:
        Ticket() = default;
        Ticket(Ticket &&) noexcept;
        Ticket &operator=(Ticket &&) noexcept;
        ~Ticket();
        Q_DISABLE_COPY(Ticket)

        [[nodiscard]] bool waiting() const;
        void cancel();

    private:
        friend class ConnectGate;
        struct Waiter;
        Ticket(std::shared_ptr<Turn::State> state, std::shared_ptr<Waiter> waiter);
        std::shared_ptr<Turn::State> m_state;
        std::shared_ptr<Waiter> m_waiter;
    };

    using Granted = std::function<void(Turn)>;

    explicit ConnectGate(int places);
    ~ConnectGate();

    /// A place at once, if one is free and nobody waits; else a turn that is not held.
    [[nodiscard]] Turn tryEnter();
    /// Calls `granted` in the thread of `context`, from its event loop, when there is a place. The caller keeps the
    /// ticket for as long as it wants the place; `context` must outlive it and is to be in the calling thread.
    [[nodiscard]] Ticket request(QObject *context, Granted granted);

private:
    std::shared_ptr<Turn::State> m_state;
};

} // namespace streamgauge
