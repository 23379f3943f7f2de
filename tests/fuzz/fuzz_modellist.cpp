// SPDX-License-Identifier: GPL-3.0-or-later
// The body of an answer to GET /models.
#include "app/endpoint/modellist.h"
#include "tests/fuzz/require.h"

#include <QSet>

using namespace streamgauge;
using namespace streamgauge::fuzz;

namespace {

void requireChoice(const ModelList &list, const QString &asked)
{
    const auto chosen = chooseModel(list, asked);
    if (!chosen) {
        requireWords(chosen.error());
        require(asked.isEmpty() ? list.ids.size() != 1 : !list.ids.contains(asked), "what is served can be chosen");
        return;
    }
    require(list.ids.contains(*chosen), "what is chosen is served");
    require(asked.isEmpty() ? list.ids.size() == 1 : *chosen == asked, "what is chosen was asked for");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto list = parseModelList(QByteArrayView(data, static_cast<qsizetype>(size)));
    if (!list) {
        requireWords(list.error());
        return 0;
    }
    require(QSet<QString>(list->ids.begin(), list->ids.end()).size() == list->ids.size(), "each id stands once");
    require(list->unusable >= 0, "what cannot be used is counted");
    for (const QString &id : list->ids) {
        require(!id.isEmpty(), "no id is empty");
        requireChoice(*list, id);
    }
    requireChoice(*list, {});
    requireChoice(*list, QStringLiteral("no such model\n"));
    return 0;
}
