// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probesteps.h"

#include "app/endpoint/transferroute.h"
#include "models/core/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

using State = ProbeStep::State;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Probe)
};

QString millis(qint64 ns)
{
    return QString::number(static_cast<double>(ns) / 1e6, 'f', 1);
}

ProbeStep optionStep(const QString &name, bool accepted, const QString &otherwise)
{
    return {name, accepted ? State::Passed : State::Warned, accepted ? Text::tr("accepted") : otherwise, {}};
}

ProbeStep streamStep(const SmallRequest::Outcome &sent, const RequestRecord &record, const ProbeReport &report)
{
    if (sent.limitIgnored)
        return {u"stream"_s, State::Warned,
            Text::tr("%n chunk(s) came although 4 tokens were asked for: the server ignores the length limit", nullptr,
                record.contentChunks),
            record.latencyNs};
    if (!report.smallRequestSucceeded)
        return {u"stream"_s, State::Warned,
            Text::tr("The small request failed; each request of a run is judged by itself. %1")
                .arg(record.error ? record.error->message : QString()),
            record.latencyNs};
    return {u"stream"_s, State::Passed,
        Text::tr("first content after %1 ms, %n chunk(s)", nullptr, record.contentChunks)
            .arg(millis(record.ttftNs.value_or(0))),
        record.latencyNs};
}

ProbeStep usageStep(const RequestRecord &record, const ProbeReport &report)
{
    if (!report.usageReported)
        return {u"usage"_s, State::Skipped, Text::tr("not known: no stream ended"), {}};
    if (!*report.usageReported)
        return {u"usage"_s, State::Warned,
            Text::tr("not reported: a run counts streamed chunks, and the prompt length stays unknown"), {}};
    return {u"usage"_s, State::Passed,
        Text::tr("%1 prompt and %n completion token(s)", nullptr, static_cast<int>(*record.outputTokens))
            .arg(record.inputTokens.value_or(0)),
        {}};
}

ProbeStep keepsConnectionStep(const ProbeReport &report)
{
    if (!report.keepsConnection)
        return {u"keeps_connection"_s, State::Skipped,
            Text::tr("not known: each request of a run opens a connection of its own"), {}};
    return {u"keeps_connection"_s, State::Passed,
        *report.keepsConnection
            ? Text::tr("the server keeps connections open, slots keep theirs")
            : Text::tr("the server closes after a stream, each request opens a connection of its own"),
        {}};
}

QString portFact(const ProbeModels::Outcome &answer, const RouteFacts &route)
{
    return route.proxy.isEmpty()
        ? Text::tr("%1 accepts connections").arg(u"%1:%2"_s.arg(answer.address.toString()).arg(answer.port))
        : Text::tr("%1 is reached through the proxy at %2").arg(placeOf(answer.base), answer.address.toString());
}

QString tlsFact(const RouteFacts &route)
{
    if (route.trustedCertificate.isEmpty())
        return Text::tr("the certificate is trusted");
    return Text::tr("the certificate is the one that you trust (SHA-256 %1); nobody else vouches for it")
        .arg(fingerprintText(QByteArray::fromHex(route.trustedCertificate.toLatin1())));
}

} // namespace

QString shownUrl(const QUrl &url)
{
    return url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery);
}

QString endpointErrorCode(const StreamFacts &facts)
{
    switch (facts.httpStatus) {
    case 401:
    case 403:
        return u"endpoint.unauthorized"_s;
    case 404:
        return u"endpoint.not_found"_s;
    default:
        return facts.tlsFailure ? u"endpoint.tls"_s : u"endpoint.connection"_s;
    }
}

std::optional<qint64> meanGap(const std::vector<qint64> &chunkNs)
{
    if (chunkNs.size() < 2)
        return std::nullopt;
    return (chunkNs.back() - chunkNs.front()) / (std::ssize(chunkNs) - 1);
}

ProbeStep loadingStep(const QString &name, const QString &words)
{
    return {
        name, State::Warned, Text::tr("The server is not ready (%1); it is asked again each second.").arg(words), {}};
}

ProbeStep proxyStep(const RouteFacts &route, const EndpointAddress &address)
{
    if (!route.proxy.isEmpty()) {
        return {u"proxy"_s, State::Warned,
            Text::tr("every request goes through %1, which is part of every number").arg(route.proxy), {}};
    }
    return {u"proxy"_s, State::Skipped,
        address.loopback ? Text::tr("none: this machine itself is reached without one")
                         : Text::tr("none: the system names no proxy for %1").arg(address.host),
        {}};
}

QString otherFamilyFact(const QString &host, const QList<QHostAddress> &addresses, AddressFamily asked)
{
    QStringList shown;
    for (const QHostAddress &address : addresses)
        shown.append(address.toString());
    return Text::tr("%1 has no %2 address, only %3. Leave the address family open, or check the address.")
        .arg(host, familyInWords(asked), shown.join(u", "_s));
}

std::vector<ProbeStep> connectSteps(const ProbeModels::Outcome &answer, const RouteFacts &route)
{
    const bool https = answer.base.scheme() == u"https";
    std::vector<ProbeStep> steps;
    if (!answer.connected && !answer.tlsFailed) {
        const bool proxy = answer.error->code == u"endpoint.proxy";
        steps.push_back({proxy ? u"proxy"_s : u"port"_s, State::Failed, answer.error->message, {}});
        return steps;
    }
    steps.push_back({u"port"_s, State::Passed, portFact(answer, route),
        answer.connected ? std::optional(answer.connectNs) : std::nullopt});
    if (https)
        steps.push_back({u"tls"_s, answer.connected ? State::Passed : State::Failed,
            answer.connected ? tlsFact(route) : answer.error->message, {}});
    return steps;
}

ProbeStep modelListStep(const ProbeModels::Outcome &answer, const QString &requestedModel)
{
    if (answer.list) {
        QString fact =
            Text::tr("%1 listed at %2").arg(answer.list->ids.size()).arg(shownUrl(endpointUrl(answer.base, u"models")));
        if (answer.list->unusable > 0)
            fact += Text::tr("; %1 without a usable id left out").arg(answer.list->unusable);
        return {u"models"_s, answer.list->unusable > 0 ? State::Warned : State::Passed, fact, answer.answerNs};
    }
    const bool goesOn = answer.missing && !requestedModel.isEmpty();
    return {u"models"_s, goesOn ? State::Warned : State::Failed, answer.error->message, answer.answerNs};
}

ProbeStep limitsStep(const ServerLimits &limits)
{
    if (!limits.known())
        return {u"limits"_s, State::Skipped, Text::tr("the server tells no slots and no context length"), {}};
    QStringList facts;
    if (limits.totalSlots)
        facts << Text::tr("%n request(s) at a time", nullptr, *limits.totalSlots);
    if (limits.contextTokens)
        facts << Text::tr("%1 tokens of context a request").arg(formatCount(*limits.contextTokens));
    return {u"limits"_s, State::Passed, facts.join(u", "_s), {}};
}

std::vector<ProbeStep> streamSteps(
    const SmallRequest::Outcome &sent, const RequestRecord &record, const ProbeReport &report)
{
    std::vector<ProbeStep> steps{streamStep(sent, record, report)};
    if (report.smallRequestSucceeded) {
        if (report.ignoreEosWanted)
            steps.push_back(optionStep(u"ignore_eos"_s, sent.accepted.ignoreEos,
                Text::tr("not accepted and left out: answers may end early")));
        else
            steps.push_back(
                {u"ignore_eos"_s, State::Skipped, Text::tr("left out as asked: answers may end early"), {}});
        steps.push_back(
            optionStep(u"stream_options"_s, sent.accepted.streamUsage, Text::tr("not accepted and left out")));
        steps.push_back({u"length_field"_s, State::Passed, sent.accepted.lengthField, {}});
        steps.push_back(usageStep(record, report));
        steps.push_back(keepsConnectionStep(report));
    }
    return steps;
}

} // namespace streamgauge
