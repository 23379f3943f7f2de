// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentcontroller.h"

#include "app/endpoint/descriptorlimit.h"
#include "models/load/clientbounds.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int ticksMs = 200;
/// Until whoever shows the step has shown it: that must not stand in the floor.
constexpr int settleMs = 100;

/// What a level of a run is judged by, this judges by too.
InstrumentLimits limits()
{
    constexpr ClientBounds ofLevels;
    InstrumentLimits limits;
    limits.dispatchDelayP99Ms = ofLevels.dispatchDelayP99 / 1e6;
    limits.eventLoopLagP99Ms = ofLevels.eventLoopLagP99 / 1e6;
    limits.readLagP99Ms = ofLevels.readLagP99 / 1e6;
    limits.cpuShare = ofLevels.cpuShare;
    return limits;
}

} // namespace

InstrumentController::InstrumentController(
    const InstrumentSetup &setup, Handover<InstrumentOrder> &orders, Handover<InstrumentNews> &news, QEventLoop &loop)
    : m_setup(setup)
    , m_orders(orders)
    , m_news(news)
    , m_loop(loop)
{
    m_ticker.setInterval(ticksMs);
    connect(&m_ticker, &QTimer::timeout, this, &InstrumentController::tick);
}

InstrumentController::~InstrumentController() = default;

void InstrumentController::takeOrders()
{
    for (const InstrumentOrder order : m_orders.takeAll()) {
        finish({});
        if (order == InstrumentOrder::Quit)
            m_loop.quit();
    }
}

void InstrumentController::begin()
{
    takeOrders();
    if (m_finished)
        return;
    if (const auto inRange = m_setup.check(); !inRange)
        return finish({{}, inRange.error()});
    if (const auto enough = reserveDescriptors(m_setup.concurrency); !enough)
        return finish({{}, enough.error()});
    m_check.createdAt = QDateTime::currentDateTimeUtc();
    m_check.concurrency = m_setup.concurrency;
    m_check.intervalMs = m_setup.intervalMs;
    m_check.limits = limits();
    enter(Step::Starting);
    m_simulator = m_setup.simulatorProgram.isEmpty() ? std::make_unique<SimulatorProcess>()
                                                     : std::make_unique<SimulatorProcess>(m_setup.simulatorProgram);
    connect(m_simulator.get(), &SimulatorProcess::ready, this, [this] { watchTimers(Step::Timers); });
    connect(
        m_simulator.get(), &SimulatorProcess::failed, this,
        [this](const Error &error) {
            finish({{}, error});
        },
        Qt::QueuedConnection);
    m_simulator->start({u"--itl-ms"_s, QString::number(m_setup.intervalMs)});
}

void InstrumentController::enter(Step step)
{
    m_step = step;
    m_inStep.start();
    tick();
    if (step == Step::Streams)
        m_ticker.start();
    else
        m_ticker.stop();
}

void InstrumentController::tick()
{
    const double whole = m_setup.loadS + 2 * m_setup.floorS;
    const double inStep = static_cast<double>(m_inStep.elapsed()) / 1000;
    double done = 0;
    switch (m_step) {
    case Step::Starting:
    case Step::Timers:
        break;
    case Step::Connecting:
        done = m_setup.floorS;
        break;
    case Step::Streams:
        done = m_setup.floorS + std::min(inStep, m_setup.loadS);
        break;
    case Step::TimersAgain:
        done = m_setup.floorS + m_setup.loadS;
        break;
    }
    m_news.give(InstrumentProgress{m_step, done / whole});
}

void InstrumentController::watchTimers(Step step)
{
    enter(step);
    QTimer::singleShot(settleMs, this, [this] {
        if (m_finished)
            return;
        m_floor.start(static_cast<qint64>(m_setup.floorS * 1e9),
            [this] { QMetaObject::invokeMethod(this, "timersWatched", Qt::QueuedConnection); });
    });
}

void InstrumentController::timersWatched()
{
    const std::vector<qint64> lags = m_floor.take();
    m_floorNs.insert(m_floorNs.end(), lags.begin(), lags.end());
    if (m_finished)
        return;
    if (m_step == Step::Timers)
        runStreams();
    else
        conclude();
}

void InstrumentController::runStreams()
{
    const auto endpoint = EndpointAddress::parse(m_simulator->url());
    if (!endpoint)
        return finish({{}, endpoint.error()});
    enter(Step::Connecting);
    m_load = std::make_unique<InstrumentLoad>(*endpoint, m_setup);
    connect(m_load.get(), &InstrumentLoad::started, this, [this] { enter(Step::Streams); });
    connect(m_load.get(), &InstrumentLoad::ended, this, [this] { watchTimers(Step::TimersAgain); });
    m_load->start();
}

void InstrumentController::conclude()
{
    m_load->tell(m_check);
    m_check.floor = Distribution::of(std::move(m_floorNs));
    m_check.verdict = judgeInstrument(m_check);
    finish({m_check, {}});
}

void InstrumentController::finish(InstrumentOutcome outcome)
{
    if (std::exchange(m_finished, true))
        return;
    m_ticker.stop();
    m_load.reset();
    if (m_simulator) {
        m_simulator->disconnect(this);
        m_simulator.reset();
    }
    m_news.give(std::move(outcome));
}

} // namespace streamgauge
