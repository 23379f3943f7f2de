// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// Bounds beyond which a level says that its client was late, all in one place; durations in nanoseconds. The usual
/// stream that they have in mind brings a token each 20 ms.
struct ClientBounds {
    /// p99 of read lag. From half a gap on, two chunks of a usual stream begin to fall into one read, and ITL describes
    /// the client.
    double readLagP99 = 10e6;
    /// p99 of event-loop lag. A whole gap: a chunk that comes while the loop is so late is read with the next one. It
    /// is seen by a beat of 10 ms, so a smaller bound would be about single beats.
    double eventLoopLagP99 = 20e6;
    /// p99 of dispatch delay. It keeps a slot empty: of a request of 500 ms, short as they come, one percent.
    double dispatchDelayP99 = 5e6;
    /// Of one core, by the busiest worker thread. At nine tenths what arrives waits, on average, for nine others.
    double cpuShare = 0.9;
    /// The longest lag while a burst of request starts was under way: what a person sees as a stream that stood still.
    double startBurstLag = 250e6;
    /// Any sleep of the system makes the times of its level wrong; two clocks are compared, which takes some time too.
    double suspended = 1e6;
};

} // namespace streamgauge
