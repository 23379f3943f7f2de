// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QByteArray>

namespace streamgauge {

inline constexpr QStringView loadJournalFormat = u"streamgauge-load-journal";
inline constexpr int loadJournalVersion = 1;

/// The lines of a load run's journal, each a JSON object with its line feed. They come in this order: the head, then
/// requests as they end, warnings as they are raised and levels as they end.
namespace LoadJournal {

/// What the run is: its results document, still without a level.
[[nodiscard]] QByteArray headLine(const LoadResult &result);
/// `level`: its place in the plan. `originNs`: a stamp before every dispatch, the same in all lines of a journal.
[[nodiscard]] QByteArray requestLine(int level, const RequestRecord &request, qint64 originNs);
/// The level has ended: what the client saw of itself; its requests stand before it.
[[nodiscard]] QByteArray levelLine(int level, const LoadLevel &ended);
[[nodiscard]] QByteArray warningLine(const RunWarning &warning);

} // namespace LoadJournal

} // namespace streamgauge
