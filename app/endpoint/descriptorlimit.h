// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// Raises this process's limit of open files to the hard limit (a slot takes three) and returns the limit that held
/// before, for setDescriptorLimit() in a child process. 0 if the system does not tell.
quint64 raiseDescriptorLimit();

/// The limit of open files that holds now. 0 if the system does not tell.
[[nodiscard]] quint64 descriptorLimit();

/// Open files that a slot takes: its socket and what libcurl wakes its own loop with.
inline constexpr int descriptorsASlot = 3;

/// Sets the limit of open files, never above the hard limit. Safe between fork and exec.
void setDescriptorLimit(quint64 limit);

} // namespace streamgauge
