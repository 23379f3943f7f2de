// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"
#include "tests/app/load/phaserig.h"

#include <map>
#include <optional>

namespace streamgauge::test {

/// A level in which a server does something to some of the requests and serves the others well, run by the runner that
/// measures.
struct FaultyLevel {
    using Fault = ServerScript (*)();

    std::map<quint64, Fault> faults; ///< by the number of the prompt that meets it
    int requests = 16;
    int concurrency = 4;
    bool ownConnections = true;
    qint64 timeoutNs = 20'000'000'000;
    LoopbackServer::Options server;

    /// Prompts 1, 5, 9 and 13 meet it.
    void strikeWith(Fault fault);

    struct Outcome {
        LoadLevel level;
        int posts = 0; ///< that the server received
        qint64 peakMiB = 0; ///< memory beyond that before, the server's included
    };
    [[nodiscard]] Outcome run() const;

    /// Fails the current test unless every request is accounted for: attempted = succeeded + failed + timed out +
    /// cancelled, each number once, no POST beyond the dispatches on record, no time negative or beyond the request's.
    void checkTotals(const Outcome &outcome) const;
    /// And unless all requests that did not meet the fault succeeded.
    void checkHealthy(const Outcome &outcome) const;
    /// Fails the current test unless the one with this number ended so, saying so.
    static void checkStruck(const Outcome &outcome, quint64 number, streamgauge::Outcome how,
        std::optional<ErrorKind> kind, const QString &words);
};

} // namespace streamgauge::test
