// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <QtGlobal>

#include <vector>

namespace streamgauge {

/// How long data had waited in the kernel when it was read, over a sample of the reads.
struct ReadLagSamples {
    std::vector<qint64> lagsNs;
    qint64 dropped = 0; ///< that cannot be: negative, or older than the read before
    qint64 unstamped = 0; ///< of which the kernel told no time
};

/// Asks the kernel, for one read in eight, when it had the data that is about to be read: evidence of our own lateness
/// against any server. What is asked is the time of the oldest data that waits, without taking it; data that the
/// kernel has put together carries the time of its newest part, so a lag is never told too long. The kernel stamps in
/// CLOCK_REALTIME: that clock is read beside the read's own stamp and subtracted; the stamp itself stays as it is.
/// Linux only; elsewhere there are no samples.
class ReceiveTimes final {
public:
    ReceiveTimes();

    /// The system tells such times at all.
    [[nodiscard]] static bool available();
    /// To be called on a socket before it connects.
    static void ask(int socket);

    /// Before a read.
    void beforeRead(int socket)
    {
        if (--m_readsToNext <= 0)
            look(socket);
    }
    /// The read has its stamp; the one before it, or the request, was `sinceNs` before.
    void stamped(qint64 sinceNs)
    {
        if (m_receivedNs >= 0)
            sample(sinceNs);
    }
    /// After a read, whether it had a stamp or not.
    void afterRead() { m_receivedNs = -1; }

    [[nodiscard]] ReadLagSamples take();
    /// The longest lag since the last call; -1 where none was sampled.
    [[nodiscard]] qint64 takeLongest();

private:
    void look(int socket);
    void sample(qint64 sinceNs);

    /// The kernel stamps while any socket asks for it, and begins a little late: this one asks all the time.
    FileDescriptor m_asking;
    ReadLagSamples m_samples;
    qint64 m_receivedNs = -1; ///< CLOCK_REALTIME, of the data about to be read; -1: not asked, or not told
    qint64 m_longestNs = -1;
    int m_readsToNext = 1;
    quint32 m_random = 0x9E3779B9;
};

} // namespace streamgauge
