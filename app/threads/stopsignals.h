// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

namespace streamgauge {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP makes its descriptor readable, and a second one ends the process
/// with exit code 130 at once. One a process.
class StopSignals final {
public:
    StopSignals();
    ~StopSignals();
    Q_DISABLE_COPY_MOVE(StopSignals)

    [[nodiscard]] int descriptor() const { return m_read.get(); }

private:
    FileDescriptor m_read;
    FileDescriptor m_write;
};

} // namespace streamgauge
