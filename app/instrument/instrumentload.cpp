// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentload.h"

#include "app/load/phaserunner.h"
#include "app/prompts/promptsynthesizer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int answersASlot = 3;
constexpr double timeToFirstTokenS = 0.12; ///< of the model that is asked
constexpr double longestLoad = 1.2; ///< times the asked length, then it is cut
constexpr qint64 requestLimitNs = 60'000'000'000;
constexpr quint64 promptSeed = 7;
constexpr int promptWords = 64;
constexpr double goldenRatio = 0.618033988749895;

qint64 processCpuNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

WorkerSetup workerSetup(const EndpointAddress &endpoint)
{
    const EndpointSettings settings{.address = endpoint, .apiKey = {}, .model = u"sim/steady"_s};
    WorkerSetup setup;
    setup.requests = std::make_shared<RequestBuilder>(settings, endpoint.base, settings.model, RequestOptions{});
    setup.modelList = RequestBuilder::getRequest(settings, endpoint.base, u"/models");
    setup.address = QHostAddress(endpoint.host);
    setup.ownConnections = false;
    setup.keepSimulatorStamps = true;
    setup.timeoutNs = requestLimitNs;
    setup.clock = &SteadyClock::instance();
    return setup;
}

} // namespace

InstrumentLoad::InstrumentLoad(const EndpointAddress &endpoint, const InstrumentSetup &setup, QObject *parent)
    : QObject(parent)
    , m_setup(setup)
    , m_meter(setup.concurrency)
{
    PhaseRunner::Setup running;
    running.worker = workerSetup(endpoint);
    running.workers = PhaseRunner::usualWorkers();
    running.build = [setup, requests = running.worker.requests](quint64 number) {
        const QByteArray prompt = PromptSynthesizer::prompt(promptSeed, number, promptWords);
        return requests->body(QString::fromLatin1(prompt), tokensOf(setup, number));
    };
    running.seeEnded = [this](const RequestEnded &ended) { m_meter.take(ended.number, ended.facts); };
    m_runner = std::make_unique<PhaseRunner>(std::move(running));
    connect(m_runner.get(), &PhaseRunner::phaseStarted, this, &InstrumentLoad::begun);
    connect(m_runner.get(), &PhaseRunner::phaseEnded, this, &InstrumentLoad::over, Qt::QueuedConnection);
    m_timeIsUp.setSingleShot(true);
    connect(&m_timeIsUp, &QTimer::timeout, m_runner.get(), &PhaseRunner::stop);
}

InstrumentLoad::~InstrumentLoad() = default;

/// The first answers have 60 to 140 % of the usual length, neighbours far apart.
int InstrumentLoad::tokensOf(const InstrumentSetup &setup, quint64 number)
{
    const double answerS = std::max(0.0, setup.loadS / answersASlot - timeToFirstTokenS);
    const double usual = answerS * 1000 / setup.intervalMs;
    double turns = 0;
    const bool firstWave = number < static_cast<quint64>(setup.concurrency);
    const double share = firstWave ? 0.6 + 0.8 * std::modf(static_cast<double>(number) * goldenRatio, &turns) : 1;
    return std::max(1, static_cast<int>(std::lround(usual * share)));
}

void InstrumentLoad::start()
{
    m_runner->start(m_setup.concurrency, m_setup.concurrency * answersASlot);
}

void InstrumentLoad::begun()
{
    m_begunNs = SteadyClock::instance().nowNs();
    m_begunCpuNs = processCpuNs();
    m_timeIsUp.start(std::chrono::milliseconds(std::lround(m_setup.loadS * longestLoad * 1000)));
    Q_EMIT started();
}

void InstrumentLoad::over()
{
    m_timeIsUp.stop();
    m_durationNs = SteadyClock::instance().nowNs() - m_begunNs;
    m_cpuNs = processCpuNs() - m_begunCpuNs;
    Q_EMIT ended();
}

void InstrumentLoad::tell(InstrumentCheck &check)
{
    m_meter.tell(check);
    const ClientEvidence client = m_runner->takeLevel().client;
    check.durationS = static_cast<double>(m_durationNs) / 1e9;
    check.peakInFlight = client.peakInFlight;
    check.dispatchDelay = client.dispatchDelay;
    check.eventLoopLag = client.eventLoopLag;
    if (client.readLag)
        check.readLag = client.readLag->lag;
    check.cpuShare = client.cpuShare;
    if (check.chunks > 0)
        check.cpuUsPerChunk = static_cast<double>(m_cpuNs) / 1e3 / static_cast<double>(check.chunks);
}

} // namespace streamgauge
