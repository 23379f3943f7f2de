// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/filedescriptor.h"

#include <QtGlobal>

#include <vector>

namespace streamgauge::test {

/// A listener on the loopback interface that accepts nothing and whose backlog is full: a connection to it never comes
/// to stand and is never refused.
class FullBacklog final {
public:
    FullBacklog();
    Q_DISABLE_COPY_MOVE(FullBacklog)

    [[nodiscard]] quint16 port() const { return m_port; }

private:
    FileDescriptor m_listener;
    std::vector<FileDescriptor> m_waiting;
    quint16 m_port = 0;
};

} // namespace streamgauge::test
