// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace streamgauge::bench {

/// What no server can beat: a loop that does nothing but wait for `perSecond` evenly spread deadlines a second with
/// one timerfd, and notes how late it sees each. Returns ns a deadline.
[[nodiscard]] std::vector<qint64> timerFloor(double perSecond, double seconds);

} // namespace streamgauge::bench
