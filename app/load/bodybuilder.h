// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace streamgauge {

/// A request body and the prompt number that it carries.
struct NumberedBody {
    quint64 number = 0;
    QByteArray body;
};

/// Builds the bodies of a run in a thread of its own, in number order, into one bounded queue. A slot that is free
/// takes the front one, number and all; no number is reserved for a slot. The numbers of a run start at 0, go on from
/// phase to phase and never repeat.
class BodyBuilder final {
public:
    using Build = std::function<QByteArray(quint64 number)>;
    /// Called once, on the builder's thread; must only post.
    using Bell = std::function<void()>;

    static constexpr qint64 defaultByteLimit = qint64(64) << 20;

    explicit BodyBuilder(Build build, qint64 byteLimit = defaultByteLimit);
    ~BodyBuilder();
    Q_DISABLE_COPY_MOVE(BodyBuilder)

    /// Starts on the next `count` numbers, at most `depth` bodies ahead of the slots (but always one, however long).
    /// `filled` rings when the queue is as full as it gets before the first body is taken.
    void begin(quint64 count, int depth, Bell filled);

    /// Ends the thread: no bell rings any more, and there are no more bodies. For good.
    void close();

    /// The phase is over: what is not taken is dropped, and its numbers with it.
    void drop();

    struct Taken {
        std::optional<NumberedBody> body; ///< nothing: not built yet, or
        bool noMore = false; ///< the phase has no more
    };
    /// The front body. When it is not built yet, `there` rings once as soon as one is.
    [[nodiscard]] Taken take(const Bell &there);

private:
    void work();
    [[nodiscard]] bool roomFor(qint64 bytes) const;
    [[nodiscard]] std::vector<Bell> takeBells();

    const Build m_build;
    const qint64 m_byteLimit;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<NumberedBody> m_bodies;
    std::vector<Bell> m_waiting;
    Bell m_filled;
    quint64 m_next = 0; ///< the next number to build
    quint64 m_end = 0; ///< one past the phase's last
    qint64 m_bytes = 0; ///< in the queue
    qsizetype m_depth = 0;
    bool m_closing = false;
    std::thread m_thread;
};

} // namespace streamgauge
