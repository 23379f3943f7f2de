// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/levelspresentation.h"

#include "models/core/format.h"
#include "models/items/levelsmodel.h"
#include "models/load/definitions.h"
#include "ui/theme/theme.h"

#include <vector>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct ColumnLook {
    QString group; ///< first line of the header: shared with neighbours
    QString name; ///< second line
    QString definition; ///< id
};

/// In the order of LevelsModel::Column.
std::vector<ColumnLook> columnLooks(bool chunks)
{
    const auto tr = [](const char *text) { return LevelsPresentation::tr(text); };
    const QString requests = tr("Requests");
    const QString ttft = tr("TTFT, ms");
    const QString itl = tr("ITL, ms");
    const QString tpot = tr("TPOT, ms");
    const QString answer = tr("First answer, ms");
    const QString output = chunks ? tr("Output, chunks/s") : tr("Output, tokens/s");
    const QString latency = tr("Latency, ms");
    const QString p50 = u"p50"_s;
    const QString p95 = u"p95"_s;
    const QString p99 = u"p99"_s;
    return {
        {{}, tr("Level"), u"level"_s},
        {requests, tr("ok"), u"ok"_s},
        {requests, tr("failed"), u"failed"_s},
        {ttft, p50, u"ttft"_s},
        {ttft, p95, u"ttft"_s},
        {ttft, p99, u"ttft"_s},
        {itl, p50, u"itl"_s},
        {itl, p95, u"itl"_s},
        {itl, p99, u"itl"_s},
        {tpot, p50, u"tpot"_s},
        {tpot, p95, u"tpot"_s},
        {tpot, p99, u"tpot"_s},
        {output, tr("total"), u"output_rate"_s},
        {output, tr("per stream"), u"per_stream"_s},
        {output, tr("steady"), u"steady_rate"_s},
        {tr("Steady"), tr("of the time"), u"steady_share"_s},
        {tr("Steady"), tr("in flight"), u"steady_in_flight"_s},
        {tr("Tokens"), tr("of asked"), u"returned"_s},
        {tr("ITL"), tr("gaps"), u"itl_gaps"_s},
        {tr("Tokens"), tr("a chunk"), u"tokens_per_chunk"_s},
        {answer, p50, u"first_answer"_s},
        {answer, p95, u"first_answer"_s},
        {answer, p99, u"first_answer"_s},
        {latency, p50, u"latency"_s},
        {latency, p95, u"latency"_s},
        {latency, p99, u"latency"_s},
        {requests, tr("a second"), u"request_rate"_s},
        {tr("Input"), tr("tokens/s"), u"input_rate"_s},
    };
}

const ColumnLook &lookOf(int column, bool chunks)
{
    static const std::vector<ColumnLook> tokens = columnLooks(false);
    static const std::vector<ColumnLook> counted = columnLooks(true);
    return (chunks ? counted : tokens).at(static_cast<std::size_t>(column));
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

bool clientFlagged(const QModelIndex &source)
{
    return source.column() == LevelsModel::LevelColumn
        && !source.data(LevelsModel::ClientWordsRole).toString().isEmpty();
}

/// The sample behind a number, or why there is none; what the mark of a level means.
QString note(const QModelIndex &source)
{
    if (clientFlagged(source))
        return LevelsPresentation::tr("The level's times are partly this machine's own: the warnings below say how.");
    if (source.column() == LevelsModel::LevelColumn && source.data(LevelsModel::InterruptedRole).toBool())
        return LevelsPresentation::tr("Interrupted: only requests that had ended count.");
    const QString why = source.data(LevelsModel::WhyRole).toString();
    if (!why.isEmpty())
        return why.left(1).toUpper() + why.mid(1) + u'.';
    const QVariant size = source.data(LevelsModel::SampleSizeRole);
    return size.isValid() ? LevelsPresentation::tr("n %1.").arg(formatCount(size.toLongLong())) : QString();
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
        return deviates(source) || clientFlagged(source) ? QVariant(Theme::icon(u"caution"_s, ColourRole::Caution))
                                                         : QVariant();
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
        return QString(look.group + u'\n' + look.name);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return wrapped(definition(section));
    case Qt::AccessibleTextRole:
        return QString(look.group.isEmpty() ? look.name : look.group + u' ' + look.name);
    default:
        return {};
    }
}

bool LevelsPresentation::isRarelyNeeded(int column)
{
    switch (column) {
    case LevelsModel::TpotP50Column:
    case LevelsModel::TpotP95Column:
    case LevelsModel::TpotP99Column:
    case LevelsModel::SteadyRateColumn:
    case LevelsModel::SteadyShareColumn:
    case LevelsModel::SteadyInFlightColumn:
        return true;
    default:
        return column >= LevelsModel::ReturnedColumn;
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
    switch (source.column()) {
    case LevelsModel::LevelColumn: {
        const QString level = formatCount(value.toLongLong());
        const QString mark = source.data(LevelsModel::InterruptedRole).toBool() ? u"†"_s : QString();
        const QString words = source.data(LevelsModel::ClientWordsRole).toString();
        return words.isEmpty() ? level + mark : tr("%1, %2").arg(level + mark, words);
    }
    case LevelsModel::ItlCountColumn:
        return formatCount(value.toLongLong());
    case LevelsModel::RequestRateColumn:
        return formatNumber(value.toDouble(), 3);
    default: {
        QString text = source.data(LevelsModel::TextRole).toString();
        if (!deviates(source))
            return text;
        return value.toDouble() < 1 ? tr("%1, short").arg(text) : tr("%1, long").arg(text);
    }
    }
}

bool LevelsPresentation::countsChunks() const
{
    return rowCount() > 0 && sourceModel()->index(0, 0).data(LevelsModel::CountsChunksRole).toBool();
}

} // namespace streamgauge
