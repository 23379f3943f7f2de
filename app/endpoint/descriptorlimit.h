// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QtGlobal>

namespace streamgauge {

/// Raises this process's limit of open files to the hard limit (a slot takes three) and returns the limit that held
/// before, for setDescriptorLimit() in a child process. 0 if the system does not tell.
quint64 raiseDescriptorLimit();

/// Whether so many open files are enough for so many requests in flight. Error: plan.descriptors, with how many fit.
[[nodiscard]] Result<void> checkDescriptors(int requestsInFlight, quint64 openFiles);
/// Raises the limit likewise and checks it.
[[nodiscard]] Result<void> reserveDescriptors(int requestsInFlight);

/// errno of an attempt to open one more file or socket, 0 where it succeeds: libcurl keeps to itself why it got none.
[[nodiscard]] int descriptorShortage();

/// Sets the limit of open files, never above the hard limit. Safe between fork and exec.
void setDescriptorLimit(quint64 limit);

} // namespace streamgauge
