// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/warningspresentation.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/warningsmodel.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// A message may quote a server.
constexpr qsizetype longestMessage = 1500;

} // namespace

QVariant WarningsPresentation::data(const QModelIndex &index, int role) const
{
    const QModelIndex source = mapToSource(index);
    if (!source.isValid())
        return {};
    if (role == Qt::DecorationRole)
        return index.column() == WarningsModel::LevelColumn ? Theme::icon(u"caution"_s, ColourRole::Caution)
                                                            : QVariant();
    if (role == Qt::DisplayRole && index.column() == WarningsModel::MessageColumn)
        return plainExcerpt(source.data().toString(), longestMessage);
    if (role != Qt::DisplayRole || index.column() != WarningsModel::LevelColumn)
        return QIdentityProxyModel::data(index, role);
    const QVariant level = source.data(WarningsModel::LevelRole);
    return level.isValid() ? tr("Level %1").arg(formatCount(level.toInt())) : tr("Run");
}

QVariant WarningsPresentation::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {tr("Concerns"), tr("Warning"), tr("Code")};
    return section >= 0 && section < WarningsModel::ColumnCount ? titles[section] : QVariant();
}

} // namespace streamgauge
