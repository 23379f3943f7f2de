// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/cutreads.h"

#include "models/core/splitmix64.h"

#include <algorithm>

namespace streamgauge::fuzz {

std::vector<qsizetype> readEnds(qsizetype size, quint8 how)
{
    std::vector<qsizetype> ends;
    SplitMix64 random(how);
    // Some inputs come in crumbs, some in large pieces.
    const quint64 longest = how == 1 ? 1 : quint64(2) << (how % 10);
    qsizetype end = 0;
    while (how != 0 && end < size) {
        end = std::min(size, end + 1 + static_cast<qsizetype>(random.next() % longest));
        ends.push_back(end);
    }
    if (ends.empty())
        ends.push_back(size);
    return ends;
}

JsonPieces piecesOf(QByteArrayView text, quint8 how)
{
    return [text, ends = readEnds(text.size(), how), next = std::size_t(0)]() mutable {
        const qsizetype begin = next == 0 ? 0 : ends[next - 1];
        return next == ends.size() ? QByteArray() : text.sliced(begin, ends[next++] - begin).toByteArray();
    };
}

} // namespace streamgauge::fuzz
