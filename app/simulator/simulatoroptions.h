// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace streamgauge {

/// How the simulated endpoint is started.
struct SimulatorOptions {
    quint16 port = 0; ///< 0: the system chooses a free one
    quint64 seed = 1; ///< of texts and lengths
    std::optional<qint64> ttftNs; ///< instead of each model's own time to the first token
    std::optional<qint64> itlNs; ///< instead of each model's own time between tokens
    int slots = 4096; ///< requests that generate at once; those beyond wait their turn
    int backlog = 4096; ///< of the listening socket; the system may cap it
    QString certificateFile; ///< PEM; with it https is spoken
    QString keyFile; ///< PEM
};

} // namespace streamgauge
