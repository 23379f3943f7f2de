// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/stepspresentation.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/probestepsmodel.h"
#include "ui/theme/theme.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// Of a server's own words, which a step may quote.
constexpr qsizetype longestFact = 1500;

struct StateLook {
    QString word;
    QString icon;
    ColourRole colour;
};

StateLook lookOf(ProbeStep::State state)
{
    switch (state) {
    case ProbeStep::State::Passed:
        return {StepsPresentation::tr("passed"), u"check"_s, ColourRole::Pass};
    case ProbeStep::State::Warned:
        return {StepsPresentation::tr("note"), u"caution"_s, ColourRole::Caution};
    case ProbeStep::State::Failed:
        return {StepsPresentation::tr("failed"), u"cross"_s, ColourRole::Fail};
    case ProbeStep::State::Skipped:
        return {StepsPresentation::tr("skipped"), u"info"_s, ColourRole::Muted};
    }
    Q_UNREACHABLE();
}

/// A model that is still to be chosen is a question, not a note.
StateLook lookOfStep(const QModelIndex &index)
{
    const auto state = static_cast<ProbeStep::State>(index.data(ProbeStepsModel::StateRole).toInt());
    if (state == ProbeStep::State::Warned && index.data(ProbeStepsModel::NameRole).toString() == "model"_L1)
        return {StepsPresentation::tr("choose"), u"info"_s, ColourRole::Accent};
    return lookOf(state);
}

QVariant stateData(const QModelIndex &index, int role)
{
    const StateLook look = lookOfStep(index);
    if (role == Qt::DisplayRole)
        return look.word;
    if (role == Qt::DecorationRole)
        return Theme::icon(look.icon, look.colour);
    return {};
}

QVariant timeData(const QModelIndex &index, int role)
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const QVariant duration = index.data(ProbeStepsModel::DurationRole);
    if (role != Qt::DisplayRole || !duration.isValid())
        return {};
    return formatMs(duration.toDouble());
}

} // namespace

QVariant StepsPresentation::data(const QModelIndex &index, int role) const
{
    const bool ours = role == Qt::DisplayRole || role == Qt::DecorationRole || role == Qt::TextAlignmentRole;
    const QModelIndex source = mapToSource(index);
    if (!ours || !source.isValid())
        return QIdentityProxyModel::data(index, role);
    switch (index.column()) {
    case ProbeStepsModel::StateColumn:
        return stateData(source, role);
    case ProbeStepsModel::TimeColumn:
        return timeData(source, role);
    case ProbeStepsModel::NameColumn:
        return role == Qt::DisplayRole ? stepInWords(source.data().toString()) : QVariant();
    case ProbeStepsModel::FactColumn:
        return role == Qt::DisplayRole ? plainExcerpt(source.data().toString(), longestFact) : QVariant();
    default:
        return QIdentityProxyModel::data(index, role);
    }
}

QVariant StepsPresentation::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QIdentityProxyModel::headerData(section, orientation, role);
    const QString titles[] = {tr("Result"), tr("Step"), tr("Found"), tr("Time")};
    return section >= 0 && section < ProbeStepsModel::ColumnCount ? titles[section] : QVariant();
}

QString StepsPresentation::stepInWords(const QString &name)
{
    static const QHash<QString, QString> words{
        {u"address"_s, tr("Address read")},
        {u"proxy"_s, tr("Proxy")},
        {u"name"_s, tr("Name found")},
        {u"port"_s, tr("Port open")},
        {u"tls"_s, tr("TLS")},
        {u"models"_s, tr("Models listed")},
        {u"model"_s, tr("Model chosen")},
        {u"stream"_s, tr("Stream starts")},
        {u"usage"_s, tr("Usage reported")},
        {u"ignore_eos"_s, u"ignore_eos"_s},
        {u"stream_options"_s, u"stream_options"_s},
        {u"length_field"_s, tr("Length field")},
        {u"limits"_s, tr("Server limits")},
        {u"keeps_connection"_s, tr("Connection kept")},
    };
    return words.value(name, name);
}

QString StepsPresentation::nextInWords(const QString &lastStep)
{
    if (lastStep.isEmpty() || lastStep == "address"_L1 || lastStep == "proxy"_L1)
        return tr("Looking up the name");
    if (lastStep == "name"_L1)
        return tr("Opening a connection");
    if (lastStep == "port"_L1 || lastStep == "tls"_L1)
        return tr("Asking for the list of models");
    if (lastStep == "models"_L1 || lastStep == "model"_L1)
        return tr("Asking for the server's limits");
    if (lastStep == "limits"_L1)
        return tr("Asking for a few tokens");
    return tr("Waiting for the end of the test");
}

} // namespace streamgauge
