// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/levelspresentation.h"

#include "models/core/format.h"
#include "models/items/levelsmodel.h"
#include "ui/results/definitions.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <limits>
#include <vector>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

enum class Unit { Count, Milliseconds, Rate, Share };

struct ColumnLook
{
    QString metric;     ///< first line of the header
    QString detail;     ///< second line
    QString definition; ///< id
    Unit unit = Unit::Count;
};

/// In the order of LevelsModel::Column.
std::vector<ColumnLook> columnLooks(bool chunks)
{
    const auto tr = [](const char *text) { return LevelsPresentation::tr(text); };
    const QString ttft = tr("TTFT");
    const QString itl = tr("ITL");
    const QString latency = tr("Latency");
    const QString p50 = tr("p50, ms");
    const QString p95 = tr("p95, ms");
    const QString p99 = tr("p99, ms");
    return {
        {tr("Level"), tr("at a time"), u"level"_s, Unit::Count},
        {tr("OK"), tr("n"), u"ok"_s, Unit::Count},
        {tr("Failed"), tr("n"), u"failed"_s, Unit::Count},
        {ttft, p50, u"ttft"_s, Unit::Milliseconds},
        {ttft, p95, u"ttft"_s, Unit::Milliseconds},
        {ttft, p99, u"ttft"_s, Unit::Milliseconds},
        {itl, tr("n"), u"itl"_s, Unit::Count},
        {itl, p50, u"itl"_s, Unit::Milliseconds},
        {itl, p95, u"itl"_s, Unit::Milliseconds},
        {itl, p99, u"itl"_s, Unit::Milliseconds},
        {tr("Output"), chunks ? tr("chunks/s") : tr("tokens/s"), u"output_rate"_s, Unit::Rate},
        {tr("Per stream"), tr("tokens/s"), u"per_stream"_s, Unit::Rate},
        {tr("Returned"), tr("of asked"), u"returned"_s, Unit::Share},
        {latency, p50, u"latency"_s, Unit::Milliseconds},
        {latency, p95, u"latency"_s, Unit::Milliseconds},
        {latency, p99, u"latency"_s, Unit::Milliseconds},
        {tr("Requests"), tr("a second"), u"request_rate"_s, Unit::Rate},
    };
}

const ColumnLook &lookOf(int column, bool chunks)
{
    static const std::vector<ColumnLook> tokens = columnLooks(false);
    static const std::vector<ColumnLook> counted = columnLooks(true);
    return (chunks ? counted : tokens).at(static_cast<std::size_t>(column));
}

double scaled(double value, Unit unit)
{
    return unit == Unit::Milliseconds ? value / 1e6 : value;
}

/// Rich text wraps; a plain tooltip would be as wide as its text is long.
QString wrapped(const QString &text)
{
    return u"<qt>%1</qt>"_s.arg(text.trimmed().toHtmlEscaped());
}

bool deviates(const QModelIndex &source)
{
    return source.data(LevelsModel::DeviatesRole).toBool();
}

} // namespace

QVariant LevelsPresentation::data(const QModelIndex &index, int role) const
{
    const QModelIndex source = mapToSource(index);
    if (!source.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(source);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::DecorationRole:
        return deviates(source) ? QVariant(Theme::icon(u"caution"_s, ColourRole::Caution)) : QVariant();
    case Qt::ToolTipRole:
        return wrapped(note(source) + u' ' + definition(index.column()));
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

QVariant LevelsPresentation::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= LevelsModel::ColumnCount)
        return {};
    const ColumnLook &look = lookOf(section, countsChunks());
    switch (role) {
    case Qt::DisplayRole:
        return QString(look.metric + u'\n' + look.detail);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return wrapped(definition(section));
    case Qt::AccessibleTextRole:
        return QString(look.metric + u", "_s + look.detail);
    default:
        return {};
    }
}

QString LevelsPresentation::definition(int column) const
{
    if (column < 0 || column >= LevelsModel::ColumnCount)
        return {};
    return Definitions::sentence(lookOf(column, countsChunks()).definition);
}

QString LevelsPresentation::text(const QModelIndex &source) const
{
    const QVariant value = source.data(LevelsModel::ValueRole);
    if (!value.isValid())
        return u"\u2013"_s;
    switch (lookOf(source.column(), countsChunks()).unit) {
    case Unit::Count: {
        const QString count = formatCount(value.toLongLong());
        return source.column() == LevelsModel::LevelColumn && source.data(LevelsModel::InterruptedRole).toBool()
            ? tr("%1, stopped").arg(count)
            : count;
    }
    case Unit::Share:
        return formatNumber(value.toDouble() * 100, 1) + thinSpace + u'%'
            + (deviates(source) ? value.toDouble() < 1 ? tr(", short") : tr(", long") : QString());
    default:
        return formatNumber(scaled(value.toDouble(), lookOf(source.column(), false).unit), decimals(source.column()));
    }
}

int LevelsPresentation::decimals(int column) const
{
    double smallest = std::numeric_limits<double>::max();
    for (int row = 0; row < rowCount(); ++row) {
        const double value = sourceModel()->index(row, column).data(LevelsModel::ValueRole).toDouble();
        if (value > 0)
            smallest = std::min(smallest, value);
    }
    return decimalsFor(scaled(smallest, lookOf(column, false).unit));
}

QString LevelsPresentation::note(const QModelIndex &source) const
{
    const QVariant size = source.data(LevelsModel::SampleSizeRole);
    if (size.isValid()) {
        const QString n = formatCount(size.toLongLong());
        return source.data(LevelsModel::ValueRole).isValid()
            ? tr("n %1.").arg(n)
            : tr("%1 of the %2 samples that this percentile needs.")
                  .arg(n, formatCount(source.data(LevelsModel::SampleNeededRole).toLongLong()));
    }
    const QVariant mean = source.data(LevelsModel::ReturnedMeanRole);
    if (mean.isValid()) {
        return tr("%1 of %2 tokens on average.")
            .arg(formatNumber(mean.toDouble(), 1), formatCount(source.data(LevelsModel::AskedRole).toLongLong()));
    }
    return {};
}

bool LevelsPresentation::countsChunks() const
{
    return rowCount() > 0 && sourceModel()->index(0, 0).data(LevelsModel::CountsChunksRole).toBool();
}

} // namespace streamgauge
