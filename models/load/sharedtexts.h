// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/requestrecord.h"

#include <QSet>

namespace streamgauge {

/// Lets requests that carry the same texts share one copy of each: a server repeats its finish_reason, its name of the
/// model and mostly its usage object in every stream, and a level has up to a million of them.
class SharedTexts final {
public:
    void share(RequestRecord &request);

private:
    template <typename Text>
    static void shareIn(QSet<Text> &known, Text &text);

    QSet<QString> m_texts;
    QSet<QByteArray> m_bytes;
};

} // namespace streamgauge
