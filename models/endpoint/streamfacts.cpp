// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/streamfacts.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

QString deltaKindName(DeltaKind kind)
{
    switch (kind) {
    case DeltaKind::None:
        return {};
    case DeltaKind::Reasoning:
        return u"reasoning"_s;
    case DeltaKind::Answer:
        return u"answer"_s;
    case DeltaKind::ToolCall:
        return u"tool_call"_s;
    }
    return {};
}

} // namespace streamgauge
