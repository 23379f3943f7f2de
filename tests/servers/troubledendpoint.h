// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/loopbackserver.h"

#include <memory>

namespace streamgauge::test {

/// An endpoint that cannot be measured, and what both programs have to say about it.
struct TroubledEndpoint {
    QByteArray name; ///< of the trouble
    QString address;
    QString model;
    int exitCode = 0;
    QString words; ///< no other trouble is told with these
    std::shared_ptr<LoopbackServer> server;

    /// Each with a server of its own where there is one. They listen as long as the list is held.
    [[nodiscard]] static std::vector<TroubledEndpoint> all();
};

} // namespace streamgauge::test
