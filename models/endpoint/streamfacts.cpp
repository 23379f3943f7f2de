// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/streamfacts.h"

#include "models/core/nametable.h"

namespace streamgauge {

namespace {

constexpr NameTable<DeltaKind, 4> deltaKinds{{
    {DeltaKind::None, u""},
    {DeltaKind::Reasoning, u"reasoning"},
    {DeltaKind::Answer, u"answer"},
    {DeltaKind::ToolCall, u"tool_call"},
}};

} // namespace

QString deltaKindName(DeltaKind kind)
{
    return nameIn(deltaKinds, kind);
}

std::optional<DeltaKind> deltaKindFromName(QStringView name)
{
    return valueIn(deltaKinds, name);
}

} // namespace streamgauge
