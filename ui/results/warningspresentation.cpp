// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/warningspresentation.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/warningsmodel.h"
#include "models/load/warningcatalog.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// A message may quote a server.
constexpr qsizetype longestMessage = 1500;

QString codeOf(const QModelIndex &source)
{
    return source.data(WarningsModel::CodeRole).toString();
}

bool isFirstOfItsCode(const QModelIndex &source)
{
    for (int row = 0; row < source.row(); ++row) {
        if (codeOf(source.siblingAtRow(row)) == codeOf(source))
            return false;
    }
    return true;
}

/// The figures; below those of the first level that warns of it, what they mean and what to do.
QString message(const QModelIndex &source)
{
    const QString figures = plainExcerpt(source.data(WarningsModel::MessageRole).toString(), longestMessage);
    const QString meaning = WarningCatalog::explanation(codeOf(source));
    return meaning.isEmpty() || !isFirstOfItsCode(source) ? figures : figures + u'\n' + meaning;
}

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
        return message(source);
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
