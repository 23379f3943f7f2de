// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/sharedtexts.h"

namespace streamgauge {

template <typename Text>
void SharedTexts::shareIn(QSet<Text> &known, Text &text)
{
    constexpr qsizetype mostKnown = 4096; // what differs in every stream must not pile up here
    if (text.isEmpty())
        return;
    if (const auto same = known.constFind(text); same != known.constEnd())
        text = *same;
    else if (known.size() < mostKnown)
        known.insert(text);
}

void SharedTexts::share(RequestRecord &request)
{
    shareIn(m_texts, request.finishReason);
    shareIn(m_texts, request.serverModel);
    shareIn(m_bytes, request.usageRaw);
    for (QString &code : request.warnings)
        shareIn(m_texts, code);
    if (request.error)
        shareIn(m_texts, request.error->message);
}

} // namespace streamgauge
