// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/probe.h"

#include "app/endpoint/curlloop.h"
#include "app/endpoint/exitcode.h"
#include "app/endpoint/hostlookup.h"
#include "app/endpoint/probemodels.h"
#include "app/endpoint/probesteps.h"
#include "app/endpoint/serverlook.h"
#include "app/endpoint/smallrequest.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/endpoint/transferroute.h"
#include "models/load/judge.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Probe)
};

} // namespace

class Probe::Private final : public QObject {
public:
    Private(Probe &probe, CurlLoop &curlLoop, EndpointSettings endpoint, double timeoutS, ProbeDepth wanted)
        : q(probe)
        , clock(curlLoop.clock())
        , settings(std::move(endpoint))
        , timeoutNs(static_cast<qint64>(timeoutS * 1e9))
        , depth(wanted)
        , manager(curlLoop)
    {
        connect(&lookup, &HostLookup::found, this, &Private::named);
    }

    [[nodiscard]] bool prepareRoute();
    void lookUp();
    void named(const QHostInfo &info);
    void askForModels(const std::vector<QHostAddress> &addresses);
    void modelsKnown();
    void choose(const ProbeModels::Outcome &answer);
    void askForLimits(std::vector<QUrl> bases);
    void limitsKnown(std::vector<QUrl> bases);
    void sendSmallRequest(std::vector<QUrl> bases);
    void smallRequestOver();
    void judgeSmallRequest(const SmallRequest::Outcome &small);

    void step(ProbeStep taken);
    void fail(int exitCode, Error error);
    void finish();

    Probe &q;
    const Clock &clock;
    EndpointSettings settings;
    qint64 timeoutNs;
    ProbeDepth depth;
    StreamAccessManager manager;
    std::unique_ptr<ProbeModels> models;
    std::unique_ptr<ServerLook> look;
    std::unique_ptr<SmallRequest> small;
    HostLookup lookup;
    qint64 lookUpNs = 0;
    bool saidLoading = false;
    bool over = false;
    Outcome outcome;
};

Probe::Probe(CurlLoop &loop, EndpointSettings settings, double timeoutS, ProbeDepth depth, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, loop, std::move(settings), timeoutS, depth))
{
}

Probe::~Probe() = default;

const std::vector<ProbeStep> &Probe::steps() const
{
    return d->outcome.report.steps;
}

const Probe::Outcome &Probe::outcome() const
{
    return d->outcome;
}

void Probe::start()
{
    if (d->settings.address.userInfoLeftOut) {
        d->outcome.report.warnings.append(u"userinfo_left_out"_s);
        d->step({u"address"_s, ProbeStep::State::Warned, EndpointAddress::userInfoNote(), {}});
    }
    if (d->prepareRoute())
        d->lookUp();
}

void Probe::cancel()
{
    if (d->over)
        return;
    d->lookup.cancel();
    if (d->models)
        d->models->cancel();
    if (d->look)
        d->look->cancel();
    if (d->small)
        d->small->cancel();
    d->fail(exitcode::interrupted, {u"probe.stopped"_s, Text::tr("The connection test was stopped.")});
}

void Probe::Private::step(ProbeStep taken)
{
    outcome.report.steps.push_back(std::move(taken));
    Q_EMIT q.stepTaken();
}

void Probe::Private::fail(int exitCode, Error error)
{
    outcome.exitCode = exitCode;
    outcome.error = std::move(error);
    finish();
}

void Probe::Private::finish()
{
    over = true;
    Q_EMIT q.finished();
}

/// False where the settings cannot be used, and the test is over.
bool Probe::Private::prepareRoute()
{
    auto route = TransferRoute::prepare(settings);
    if (!route) {
        fail(exitcode::usage, route.error());
        return false;
    }
    settings.route = outcome.route = *std::move(route);
    ProbeReport &report = outcome.report;
    report.route = routeFacts(settings);
    if (!report.route.proxy.isEmpty())
        report.warnings.append(u"through_proxy"_s);
    if (!report.route.trustedCertificate.isEmpty())
        report.warnings.append(u"trusted_certificate"_s);
    if (settings.proxy.from != ProxyChoice::From::None)
        step(proxyStep(report.route, settings.address));
    return true;
}

void Probe::Private::lookUp()
{
    const QString host = hopOf(settings.address.base, settings.route.get()).host;
    const QHostAddress numeric(host);
    if (numeric.isNull()) {
        lookUpNs = clock.nowNs();
        lookup.start(host, timeoutNs);
        return;
    }
    if (addressesOf({numeric}, settings.family).empty()) {
        const QString fact = otherFamilyFact(host, {numeric}, settings.family);
        step({u"name"_s, ProbeStep::State::Failed, fact, {}});
        fail(exitcode::usage, {u"endpoint.family"_s, fact});
        return;
    }
    step({u"name"_s, ProbeStep::State::Skipped, Text::tr("%1 is an address, no name to look up").arg(host), {}});
    askForModels({numeric});
}

void Probe::Private::named(const QHostInfo &info)
{
    const qint64 tookNs = clock.nowNs() - lookUpNs;
    const std::vector<QHostAddress> addresses = addressesOf(info.addresses(), settings.family);
    if (addresses.empty()) {
        const bool unknown = info.addresses().isEmpty();
        const QString fact = unknown ? Text::tr("No machine of the name %1 is known (%2). Check the address.")
                                           .arg(info.hostName(), info.errorString())
                                     : otherFamilyFact(info.hostName(), info.addresses(), settings.family);
        step({u"name"_s, ProbeStep::State::Failed, fact, tookNs});
        fail(exitcode::unreachable, {unknown ? u"endpoint.name"_s : u"endpoint.family"_s, fact});
        return;
    }
    QStringList shown;
    for (const QHostAddress &address : addresses)
        shown.append(address.toString());
    step({u"name"_s, ProbeStep::State::Passed, Text::tr("%1 is %2").arg(info.hostName(), shown.join(u", "_s)), tookNs});
    askForModels(addresses);
}

void Probe::Private::askForModels(const std::vector<QHostAddress> &addresses)
{
    models = std::make_unique<ProbeModels>(manager, clock, settings, timeoutNs);
    connect(models.get(), &ProbeModels::finished, this, [this] { modelsKnown(); });
    connect(models.get(), &ProbeModels::loading, this, [this](const QString &words) {
        if (!std::exchange(saidLoading, true))
            step(loadingStep(u"models"_s, words));
    });
    models->start(addresses);
}

void Probe::Private::modelsKnown()
{
    const ProbeModels::Outcome &answer = models->outcome();
    ProbeReport &report = outcome.report;
    report.base = shownUrl(answer.base);
    if (answer.connected) {
        report.address = answer.address.toString();
        report.addressFamily = familyName(answer.address);
    }
    if (answer.certificate)
        outcome.untrusted = Untrusted{*answer.certificate, answer.tlsProblem};
    for (ProbeStep &taken : connectSteps(answer, report.route))
        step(std::move(taken));
    if (answer.connected)
        step(modelListStep(answer, settings.model));
    if (answer.error && !(answer.missing && !settings.model.isEmpty()))
        fail(exitcode::unreachable, *answer.error);
    else
        choose(answer);
}

void Probe::Private::choose(const ProbeModels::Outcome &answer)
{
    ProbeReport &report = outcome.report;
    std::vector<QUrl> bases{answer.base};
    if (answer.missing) {
        report.modelListMissing = true;
        report.warnings.append(u"no_model_list"_s);
        report.model = settings.model;
        if (!settings.address.otherBase.isEmpty())
            bases.push_back(settings.address.otherBase);
    } else {
        report.servedModels = answer.list->ids;
        report.simulated = answer.list->simulated;
        const auto chosen = chooseModel(*answer.list, settings.model);
        if (!chosen) {
            step({u"model"_s, ProbeStep::State::Failed, chosen.error().message, {}});
            fail(exitcode::usage, chosen.error());
            return;
        }
        report.model = *chosen;
        step({u"model"_s, ProbeStep::State::Passed, *chosen, {}});
    }
    askForLimits(std::move(bases));
}

/// Before the small request, whose connection is to be judged by what it does after a stream.
void Probe::Private::askForLimits(std::vector<QUrl> bases)
{
    look = std::make_unique<ServerLook>(manager, clock, settings, bases.front());
    connect(look.get(), &ServerLook::finished, this, [this, bases = std::move(bases)] { limitsKnown(bases); });
    look->start();
}

void Probe::Private::limitsKnown(std::vector<QUrl> bases)
{
    ProbeReport &report = outcome.report;
    report.limits = look->limits();
    if (const auto context = models->outcome().list ? models->outcome().list->contextOf(report.model) : std::nullopt;
        !report.limits.contextTokens)
        report.limits.contextTokens = context;
    step(limitsStep(report.limits));
    if (depth == ProbeDepth::Whole) {
        sendSmallRequest(std::move(bases));
        return;
    }
    outcome.base = bases.front();
    step({u"stream"_s, ProbeStep::State::Skipped, Text::tr("not tried: no completion was asked for"), {}});
    finish();
}

void Probe::Private::sendSmallRequest(std::vector<QUrl> bases)
{
    small = std::make_unique<SmallRequest>(manager, clock, settings, std::move(bases), outcome.report.model, timeoutNs);
    saidLoading = false;
    connect(small.get(), &SmallRequest::finished, this, [this] { smallRequestOver(); });
    connect(small.get(), &SmallRequest::loading, this, [this](const QString &words) {
        if (!std::exchange(saidLoading, true))
            step(loadingStep(u"stream"_s, words));
    });
    small->start();
}

void Probe::Private::smallRequestOver()
{
    SmallRequest::Outcome sent = small->takeOutcome();
    ProbeReport &report = outcome.report;
    outcome.base = sent.base;
    report.base = shownUrl(sent.base);
    report.accepted = sent.accepted;
    report.ignoreEosWanted = settings.ignoreEos;
    report.keepsConnection = sent.keepsConnection;
    report.serverHeader = sent.facts.serverHeader;
    report.serverModel = sent.facts.serverModel;
    report.simulated = report.simulated || sent.facts.simulated;
    judgeSmallRequest(sent);
}

void Probe::Private::judgeSmallRequest(const SmallRequest::Outcome &sent)
{
    const StreamFacts &facts = sent.facts;
    const RequestRecord record = judgeLoadRequest(0, facts);
    const int status = facts.httpStatus;
    const bool answers = facts.end != StreamEnd::NoConnection && status != 401 && status != 403 && status != 404;
    ProbeReport &report = outcome.report;
    if (!answers) {
        const QString fact = Text::tr("POST %1: %2")
                                 .arg(shownUrl(endpointUrl(sent.base, u"chat/completions")),
                                     record.error ? record.error->message : QString());
        step({u"stream"_s, ProbeStep::State::Failed, fact, {}});
        fail(exitcode::unreachable, {endpointErrorCode(facts), fact});
        return;
    }
    report.smallRequestSucceeded = record.outcome == streamgauge::Outcome::Succeeded || sent.limitIgnored;
    if (!report.smallRequestSucceeded)
        report.warnings.append(u"probe_failed"_s);
    if (sent.limitIgnored)
        report.warnings.append(u"length_limit_ignored"_s);
    if (report.smallRequestSucceeded) {
        if (record.outputTokens || !sent.limitIgnored)
            report.usageReported = record.outputTokens.has_value();
        report.ttftNs = record.ttftNs;
        // Chunks that came in one read tell nothing of the pace.
        if (facts.reads > 1)
            report.chunkGapNs = meanGap(facts.chunkNs);
    }
    for (ProbeStep &taken : streamSteps(sent, record, report))
        step(std::move(taken));
    finish();
}

} // namespace streamgauge
