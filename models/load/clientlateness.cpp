// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/clientlateness.h"

#include "models/core/format.h"
#include "models/load/clientbounds.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr auto clientLate = "client_late"_L1;
constexpr auto startBurst = "start_burst"_L1;
constexpr auto systemSuspended = "system_suspended"_L1;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ClientLateness)
};

QString notKnown()
{
    return Words::tr("not known");
}

ClientFigure duration(QLatin1StringView code, const QString &name, double ns, double limitNs)
{
    return {code, name, ns == 0 ? formatMs(0, 0) : formatMs(ns), formatMs(limitNs, 0), ns / limitNs};
}

ClientFigure lag(const QString &name, const std::optional<TypicalLag> &lag, double limitNs)
{
    const TypicalLag known = lag.value_or(TypicalLag{});
    ClientFigure figure = duration(clientLate, name.arg(known.statistic), known.ns, limitNs);
    if (!lag)
        figure.value = notKnown();
    figure.isKnown = lag.has_value();
    return figure;
}

ClientFigure share(const QString &name, std::optional<double> share, double limit)
{
    return {clientLate, name, share ? formatNumber(*share, 2) : notKnown(), formatNumber(limit, 2),
        share.value_or(0) / limit, share.has_value()};
}

/// "event loop lag p99 31.0 ms (limit 20 ms)", those beyond their limits
QString beyondInWords(const std::vector<ClientFigure> &figures, QStringView code)
{
    QStringList parts;
    for (const ClientFigure &figure : figures) {
        if (figure.code == code && figure.isBeyond())
            parts << Words::tr("%1 %2 (limit %3)").arg(figure.name, figure.value, figure.limit);
    }
    return formatList(parts);
}

} // namespace

TypicalLag TypicalLag::of(const Distribution &lags)
{
    if (lags.p99)
        return {*lags.p99, u"p99"_s};
    return lags.p95 ? TypicalLag{*lags.p95, u"p95"_s} : TypicalLag{lags.max.value_or(0), u"max"_s};
}

TypicalLag TypicalLag::of(const LiveHistogram &lags)
{
    const std::optional<double> p99 = lags.p99();
    // Until 100 samples carry a p99 the worst is shown: of its own lateness the client tells rather too much.
    return p99 ? TypicalLag{*p99, u"p99"_s} : TypicalLag{static_cast<double>(lags.max()), u"max"_s};
}

ClientLateness latenessOf(const ClientEvidence &client)
{
    ClientLateness late;
    if (client.readLag)
        late.readLag = TypicalLag::of(client.readLag->lag);
    late.eventLoopLag = TypicalLag::of(client.eventLoopLag);
    late.dispatchDelay = TypicalLag::of(client.dispatchDelay);
    late.cpuShare = client.cpuShare;
    late.startBurstLag = static_cast<double>(client.startBurstLagNs.value_or(0));
    late.suspended = static_cast<double>(client.suspendedNs.value_or(0));
    return late;
}

std::vector<ClientFigure> clientFigures(const ClientLateness &late)
{
    constexpr ClientBounds bounds;
    return {
        lag(Words::tr("read lag %1"), late.readLag, bounds.readLagP99),
        lag(Words::tr("event-loop lag %1"), late.eventLoopLag, bounds.eventLoopLagP99),
        lag(Words::tr("dispatch delay %1"), late.dispatchDelay, bounds.dispatchDelayP99),
        share(Words::tr("CPU share of the busiest worker"), late.cpuShare, bounds.cpuShare),
        duration(startBurst, Words::tr("lag in a start burst"), late.startBurstLag, bounds.startBurstLag),
        duration(systemSuspended, Words::tr("suspended time"), late.suspended, bounds.suspended),
    };
}

std::vector<RunWarning> clientWarnings(const ClientLateness &late, int concurrency)
{
    const std::vector<ClientFigure> figures = clientFigures(late);
    std::vector<RunWarning> warnings;
    const auto add = [&](const QString &code, const QString &words) {
        const QString beyond = beyondInWords(figures, code);
        if (!beyond.isEmpty())
            warnings.push_back({.code = code, .message = words.arg(beyond), .level = concurrency, .request = {}});
    };
    add(u"client_late"_s, Words::tr("This machine was late itself: %1."));
    add(u"start_burst"_s, Words::tr("While many requests were started at once this machine did not read: %1."));
    add(u"system_suspended"_s, Words::tr("The system slept while the level ran: %1."));
    return warnings;
}

QString clientWord(QStringView code)
{
    if (code == clientLate || code == startBurst)
        return Words::tr("client late");
    return code == systemSuspended ? Words::tr("system slept") : QString();
}

QStringList clientWords(const ClientLateness &late)
{
    return clientWords(clientWarnings(late, 1), 1);
}

QStringList clientWords(const std::vector<RunWarning> &warnings, int concurrency)
{
    QStringList words;
    for (const RunWarning &warning : warnings) {
        const QString word = warning.level == concurrency ? clientWord(warning.code) : QString();
        if (!word.isEmpty() && !words.contains(word))
            words << word;
    }
    return words;
}

} // namespace streamgauge
