// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"
#include "ui/run/runsession.h"

#include <QString>

#include <map>
#include <optional>

namespace streamgauge {

/// What a run says of itself while it goes on; words only, no widget.
namespace RunText {

/// "Connecting", "Calibrating: 2 of 4", "Level 8: 41 of 100".
[[nodiscard]] QString phase(const LiveSnapshot &snapshot, bool stopping);
/// "about 50 s left"; "" while it cannot be told.
[[nodiscard]] QString timeLeft(std::optional<double> seconds);
/// "no errors", "3 errors: 2 http_status, 1 timeout".
[[nodiscard]] QString errors(const std::map<QString, int> &errors);
/// "Level 1 done: 100 ok", "Level 8 running", "Level 32 waits".
[[nodiscard]] QString level(const LevelProgress &level);
/// "184 ms"; "" while there is none.
[[nodiscard]] QString milliseconds(std::optional<double> ns);
/// Two short lines, "p95 240 ms  p99 266 ms" above "n 100". A percentile that the sample does not support is a dash,
/// and the second line says what it waits for: "n 41, p99 needs 100".
[[nodiscard]] QString tail(std::optional<double> p95, std::optional<double> p99, qint64 n);
/// Two short lines, "client ok" above "dispatch delay p99 0.21 ms of 5 ms"; above a limit "client late" and the figure
/// that is furthest beyond its own.
[[nodiscard]] QString client(const ClientLateness &lateness);

} // namespace RunText

} // namespace streamgauge
