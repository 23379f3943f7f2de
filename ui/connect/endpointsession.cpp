// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/endpointsession.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/items/probestepsmodel.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// Slow enough to watch and without faults: the first thing that a newcomer should see.
const auto simulatorModel = "sim/steady"_L1;

/// "2 models are served: alpha and beta"
QString servedInWords(const QStringList &ids)
{
    constexpr qsizetype longestList = 12;
    QStringList names;
    for (const QString &id : ids.first(std::min(ids.size(), longestList)))
        names << plainName(id);
    if (ids.size() > longestList)
        names << EndpointSession::tr("%1 more").arg(formatCount(ids.size() - longestList));
    const QString list = formatList(names);
    return EndpointSession::tr("%1 model(s) are served: %2", nullptr, pluralOf(ids.size()))
        .arg(formatCount(ids.size()), list);
}

} // namespace

EndpointSession::EndpointSession(Backends backends, QObject *parent)
    : QObject(parent)
    , m_backends(std::move(backends))
    , m_steps(new ProbeStepsModel(this))
{
}

double EndpointSession::secondsWaiting() const
{
    return isBusy() && m_sinceStep.isValid() ? static_cast<double>(m_sinceStep.elapsed()) / 1000 : 0;
}

void EndpointSession::connectTo(
    const QString &address, const QByteArray &key, const QString &model, const ConnectChoices &choices)
{
    cancel();
    m_settings.reset();
    m_untrusted.reset();
    m_steps->clear();
    m_inputIsWrong = true;
    const auto parsed = EndpointAddress::parse(address);
    if (!parsed)
        return fail(parsed.error());
    const auto checkedKey = checkedApiKey(key);
    if (!checkedKey)
        return fail(checkedKey.error());
    EndpointSettings settings{*parsed, *checkedKey, model};
    if (const auto added = addChoices(settings, choices); !added)
        return fail(added.error());
    m_inputIsWrong = false;
    test(std::move(settings));
}

void EndpointSession::trySimulator()
{
    cancel();
    if (m_simulator && m_simulator->isRunning() && !m_simulator->url().isEmpty())
        return simulatorReady(m_simulator->url());
    if (m_simulator) {
        m_simulator->disconnect(this);
        m_simulator->deleteLater();
    }
    m_simulator = m_backends.simulator(this);
    connect(m_simulator, &SimulatorSource::ready, this, &EndpointSession::simulatorReady);
    connect(m_simulator, &SimulatorSource::failed, this, &EndpointSession::fail);
    m_inputIsWrong = false;
    m_steps->clear();
    m_sinceStep.start();
    setState(State::StartingSimulator);
    m_simulator->start();
}

void EndpointSession::simulatorReady(const QString &url)
{
    Q_EMIT addressChosen(url);
    connectTo(url, {}, simulatorModel);
}

void EndpointSession::chooseModel(const QString &model)
{
    if (!m_settings)
        return;
    EndpointSettings settings = *m_settings;
    settings.model = model;
    cancel();
    test(std::move(settings));
}

void EndpointSession::trustCertificate()
{
    if (m_untrusted)
        trust(m_untrusted->certificate.sha256);
}

void EndpointSession::trustAuthorities()
{
    trust({});
}

void EndpointSession::trust(const QByteArray &sha256)
{
    if (!m_settings || isBusy())
        return;
    EndpointSettings settings = *m_settings;
    settings.trustedCertificate = sha256;
    test(std::move(settings));
}

void EndpointSession::cancel()
{
    if (!isBusy())
        return;
    dropProbe();
    setState(State::Idle);
}

void EndpointSession::test(EndpointSettings settings)
{
    dropProbe();
    m_steps->clear();
    m_error.reset();
    m_untrusted.reset();
    m_report = {};
    m_settings = std::move(settings);
    m_probe = m_backends.probe(*m_settings, this);
    connect(m_probe, &ProbeSource::stepsReady, this, &EndpointSession::takeSteps);
    connect(m_probe, &ProbeSource::finished, this, &EndpointSession::finishTest);
    m_sinceStep.start();
    setState(State::Testing);
    m_probe->start();
}

void EndpointSession::takeSteps()
{
    const std::vector<ProbeStep> steps = m_probe->takeSteps();
    if (steps.empty())
        return;
    m_steps->append(steps);
    m_sinceStep.start();
    Q_EMIT stepsTaken();
}

void EndpointSession::finishTest()
{
    takeSteps();
    const std::optional<Probe::Outcome> outcome = m_probe->outcome();
    dropProbe();
    if (!outcome)
        return fail({u"probe.cancelled"_s, tr("The connection test was stopped before it found anything.")});
    m_report = outcome->report;
    m_error = outcome->error;
    m_untrusted = outcome->untrusted;
    if (outcome->exitCode == 0) {
        m_settings->model = m_report.model;
        return setState(State::Connected);
    }
    const bool modelIsTheQuestion = outcome->exitCode == 2 && !m_report.servedModels.isEmpty();
    putLastStepInOtherWords(modelIsTheQuestion);
    setState(modelIsTheQuestion ? State::NeedsModel : State::Failed);
}

void EndpointSession::putLastStepInOtherWords(bool modelIsTheQuestion)
{
    if (m_steps->steps().empty() || m_steps->steps().back().state != ProbeStep::State::Failed)
        return;
    ProbeStep last = m_steps->steps().back();
    if (modelIsTheQuestion && last.name == "model"_L1) {
        // To choose is no failure.
        last.state = ProbeStep::State::Warned;
        last.fact = servedInWords(m_report.servedModels);
    } else if (m_error && last.fact == m_error->message) {
        last.fact.clear(); // it stands above the steps already
    } else {
        return;
    }
    m_steps->replaceLast(last);
}

void EndpointSession::dropProbe()
{
    if (!m_probe)
        return;
    m_probe->disconnect(this);
    m_probe->cancel();
    m_probe->deleteLater();
    m_probe = nullptr;
}

void EndpointSession::fail(const Error &error)
{
    m_error = error;
    setState(State::Failed);
}

void EndpointSession::setState(State state)
{
    m_state = state;
    Q_EMIT changed();
}

} // namespace streamgauge
