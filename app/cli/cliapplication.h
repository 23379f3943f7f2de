// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace streamgauge {

/// The event loop of a command; arguments have been read before.
class CliApplication final {
public:
    [[nodiscard]] QCoreApplication &operator*() { return m_application; }

private:
    int m_count = 1;
    char m_name[16] = "streamgauge-cli";
    char *m_arguments[2] = {m_name, nullptr};
    QCoreApplication m_application{m_count, m_arguments};
};

} // namespace streamgauge
