// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <QByteArrayView>

#include <vector>

namespace streamgauge::fuzz {

/// Ends of the reads that bring `size` bytes, ascending, the last one is `size`: 0 = one read, 1 = single bytes, any
/// other number draws its own places.
[[nodiscard]] std::vector<qsizetype> readEnds(qsizetype size, quint8 how);

/// Hands the bytes on read by read, each in memory of its own that is gone after the call: a reader that keeps a view
/// of an earlier read is found out. `take(read, end)`.
template <typename Take>
void eachRead(QByteArrayView bytes, const std::vector<qsizetype> &ends, Take take)
{
    qsizetype begin = 0;
    for (const qsizetype end : ends) {
        const std::vector<char> read(bytes.begin() + begin, bytes.begin() + end);
        take(QByteArrayView(read.data(), static_cast<qsizetype>(read.size())), end);
        begin = end;
    }
}

/// The text piece by piece, cut as readEnds() says.
[[nodiscard]] JsonPieces piecesOf(QByteArrayView text, quint8 how);

} // namespace streamgauge::fuzz
