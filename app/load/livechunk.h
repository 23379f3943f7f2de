// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge {

/// A content chunk of a request that may still be in flight, for figures that are shown while a run goes on. What is
/// measured comes with the request's end.
struct LiveChunk {
    qint64 arrivalNs = 0;
    qint64 sinceNs = 0; ///< since the content chunk before; of the first one since dispatch, which is TTFT
    bool first = false;
};

} // namespace streamgauge
