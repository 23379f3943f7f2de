// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/instrumentcheck.h"

namespace streamgauge {

/// One figure of a check as tables show it.
struct InstrumentRow {
    InstrumentFigure figure = InstrumentFigure::Lateness;
    QString name;
    QString measured; ///< "p50 0.051, p99 0.312, max 2.10 ms, n 11,904"
    QString limit; ///< "" where it has none
    std::optional<bool> within;
    QString meaning; ///< one sentence
};

[[nodiscard]] std::vector<InstrumentRow> instrumentRows(const InstrumentCheck &check);

/// "ok", "client late", "machine busy", "chunks lost"
[[nodiscard]] QString instrumentVerdictInWords(InstrumentVerdict verdict);
/// "32 streams, a chunk each 20 ms"
[[nodiscard]] QString instrumentLoadInWords(const InstrumentCheck &check);
/// Which figures are beyond their limits and what follows from it, in one line.
[[nodiscard]] QString instrumentAdvice(const InstrumentCheck &check);
/// All that a report needs of it, in one line.
[[nodiscard]] QString instrumentSummary(const InstrumentCheck &check);
/// Figures beside their limits, verdict and advice, for a terminal.
[[nodiscard]] QString instrumentText(const InstrumentCheck &check);

} // namespace streamgauge
