// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadresult.h"

#include <QByteArray>

namespace streamgauge {

inline constexpr QStringView loadJournalFormat = u"streamgauge-load-journal";
inline constexpr int loadJournalVersion = 1;

/// The lines of a load run's journal, each a JSON object with its line feed. They come in this order: the head, then
/// requests as they end, warnings as they are raised and levels as they end. A request names its range of the side
/// file, where there is one, instead of its samples.
namespace LoadJournal {

/// What the run is: its results document, still without a level. `sideFile`: the whole path of the file that takes the
/// samples; "" where the lines hold them.
[[nodiscard]] QByteArray headLine(const LoadRunFacts &run, const QString &sideFile = {});
/// From here on the samples, those before too, stand in this file.
[[nodiscard]] QByteArray sideFileLine(const QString &sideFile);
/// `level`: its place in the plan. `originNs`: a stamp before every dispatch, the same in all lines of a journal.
[[nodiscard]] QByteArray requestLine(int level, const RequestRecord &request, qint64 originNs);
/// The level has ended: what the client saw of itself; its requests stand before it.
[[nodiscard]] QByteArray levelLine(int level, const LoadLevel &ended);
[[nodiscard]] QByteArray warningLine(const RunWarning &warning);

} // namespace LoadJournal

} // namespace streamgauge
