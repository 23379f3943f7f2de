// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/bodybuilder.h"

namespace streamgauge {

BodyBuilder::BodyBuilder(Build build, qint64 byteLimit)
    : m_build(std::move(build))
    , m_byteLimit(byteLimit)
    , m_thread([this] { work(); })
{
}

BodyBuilder::~BodyBuilder()
{
    close();
}

void BodyBuilder::close()
{
    drop();
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void BodyBuilder::begin(quint64 count, int depth, Bell filled)
{
    {
        const std::lock_guard lock(m_mutex);
        m_end = m_next + count;
        m_depth = depth;
        m_filled = std::move(filled);
    }
    m_changed.notify_all();
}

void BodyBuilder::drop()
{
    const std::lock_guard lock(m_mutex);
    m_bodies.clear();
    m_bytes = 0;
    m_end = m_next;
    m_filled = nullptr;
    m_waiting.clear();
}

BodyBuilder::Taken BodyBuilder::take(const Bell &there)
{
    Taken taken;
    bool halfEmpty = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_bodies.empty()) {
            taken.noMore = m_next == m_end;
            if (!taken.noMore)
                m_waiting.push_back(there);
            return taken;
        }
        taken.body = std::move(m_bodies.front());
        m_bodies.pop_front();
        m_bytes -= taken.body->body.size();
        halfEmpty = 2 * std::ssize(m_bodies) <= m_depth;
    }
    // Woken for every single body, the builder would take the reader's turn on the processor at each start.
    if (halfEmpty)
        m_changed.notify_all();
    return taken;
}

bool BodyBuilder::roomFor(qint64 bytes) const
{
    return m_bodies.empty() || (std::ssize(m_bodies) < m_depth && m_bytes + bytes <= m_byteLimit);
}

std::vector<BodyBuilder::Bell> BodyBuilder::takeBells()
{
    std::vector<Bell> bells = std::exchange(m_waiting, {});
    if (m_filled && (m_next == m_end || !roomFor(m_bodies.back().body.size())))
        bells.push_back(std::exchange(m_filled, nullptr));
    return bells;
}

void BodyBuilder::work()
{
    std::unique_lock lock(m_mutex);
    qint64 expectedBytes = 0; // bodies of a run are about as long as each other
    for (;;) {
        m_changed.wait(lock, [&] { return m_closing || (m_next < m_end && roomFor(expectedBytes)); });
        if (m_closing)
            return;
        const quint64 number = m_next;
        lock.unlock();
        QByteArray body = m_build(number);
        lock.lock();
        expectedBytes = body.size();
        if (m_next == m_end) // dropped in the meantime
            continue;
        ++m_next;
        m_bytes += expectedBytes;
        m_bodies.push_back({number, std::move(body)});
        const auto bells = takeBells();
        lock.unlock();
        for (const Bell &bell : bells)
            bell();
        lock.lock();
    }
}

} // namespace streamgauge
