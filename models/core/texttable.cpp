// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/texttable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString markdownLine(const QStringList &cells)
{
    return u"| "_s + cells.join(u" | "_s) + u" |\n"_s;
}

} // namespace

QString markdownTable(const TextTable &table)
{
    const qsizetype columns = table.front().size();
    QString text = markdownLine(table.front()) + u'|' + u" ---: |"_s.repeated(columns) + u'\n';
    for (std::size_t i = 1; i < table.size(); ++i)
        text += markdownLine(table[i]);
    return text;
}

QString alignedTable(const TextTable &table)
{
    std::vector<qsizetype> widths(static_cast<std::size_t>(table.front().size()));
    for (const QStringList &cells : table) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], cells[static_cast<qsizetype>(i)].size());
    }
    QString text;
    for (const QStringList &cells : table) {
        QString line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += (i > 0 ? u"  "_s : QString()) + cells[static_cast<qsizetype>(i)].rightJustified(widths[i]);
        text += line + u'\n';
    }
    return text;
}

} // namespace streamgauge
