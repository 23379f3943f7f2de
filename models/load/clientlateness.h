// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"
#include "models/stats/livehistogram.h"

#include <QString>
#include <QStringView>

#include <optional>
#include <vector>

namespace streamgauge {

/// A sample of lags by one number: its p99, or what a smaller one tells instead.
struct TypicalLag {
    double ns = 0;
    QString statistic = QStringLiteral("p99"); ///< "p99", "p95" or "max"

    [[nodiscard]] static TypicalLag of(const Distribution &lags);
    [[nodiscard]] static TypicalLag of(const LiveHistogram &lags);

    friend bool operator==(const TypicalLag &, const TypicalLag &) = default;
};

/// The figures by which a client is judged, of a level or of a phase so far. Durations in nanoseconds.
struct ClientLateness {
    std::optional<TypicalLag> readLag;
    TypicalLag eventLoopLag;
    TypicalLag dispatchDelay;
    std::optional<double> cpuShare;
    double startBurstLag = 0;
    double suspended = 0;

    friend bool operator==(const ClientLateness &, const ClientLateness &) = default;
};

[[nodiscard]] ClientLateness latenessOf(const ClientEvidence &client);

/// One figure beside its limit, in words.
struct ClientFigure {
    QString code; ///< of the warning that it gives rise to
    QString name; ///< "read lag p99"
    QString value; ///< "0.21 ms"; "not known" where the system does not tell
    QString limit; ///< "10 ms"
    double share = 0; ///< of the limit; beyond it above 1
    bool isKnown = true;

    [[nodiscard]] bool isBeyond() const { return share > 1; }
};

/// All of them, in a fixed order: read lag, event-loop lag, dispatch delay, CPU share, start burst, suspended time.
[[nodiscard]] std::vector<ClientFigure> clientFigures(const ClientLateness &lateness);

/// What a level's client was beyond its bounds in: client_late, start_burst, system_suspended; each with the figures.
[[nodiscard]] std::vector<RunWarning> clientWarnings(const ClientLateness &lateness, int concurrency);

/// The word that such a warning puts on tables and charts of its level: "client late", "system slept"; "" for any
/// other warning.
[[nodiscard]] QString clientWord(QStringView code);
/// The words of such figures, each once.
[[nodiscard]] QStringList clientWords(const ClientLateness &lateness);
/// The words of a level by the run's warnings, each once.
[[nodiscard]] QStringList clientWords(const std::vector<RunWarning> &warnings, int concurrency);

} // namespace streamgauge
