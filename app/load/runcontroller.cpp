// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runcontroller.h"

#include "app/endpoint/descriptorlimit.h"
#include "app/endpoint/exitcode.h"
#include "app/endpoint/transferroute.h"
#include "app/load/bodyrecipe.h"
#include "app/load/calibration.h"
#include "app/load/calibrator.h"
#include "app/load/phaserunner.h"
#include "app/load/runwarnings.h"
#include "app/prompts/promptsynthesizer.h"
#include "models/load/planestimate.h"

#include <QCoreApplication>
#include <QDir>
#include <QSocketNotifier>
#include <QSysInfo>

#include <curl/curl.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int ticksMs = 100;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunController)
};

bool hasSuccess(const LoadLevel &level)
{
    return std::ranges::any_of(
        level.requests, [](const RequestRecord &record) { return record.outcome == Outcome::Succeeded; });
}

} // namespace

RunController::RunController(
    const LoadRunSetup &setup, Handover<RunOrder> &orders, Handover<RunEvent> &events, QEventLoop &loop)
    : m_setup(setup)
    , m_orders(orders)
    , m_loop(loop)
    , m_reporter(events, setup.plan, m_curl.clock())
    , m_limits(setup.plan)
    , m_file(setup.outPath, setup.overwrite ? AtomicFile::Existing::Replace : AtomicFile::Existing::Refuse)
{
    m_ticker.setInterval(ticksMs);
    connect(&m_ticker, &QTimer::timeout, this, &RunController::tick);
    connect(&m_limits, &RunLimits::reached, this, [this](const RunWarning &warning) {
        warn({warning});
        if (!m_stopping)
            stop();
    });
    connect(&m_lookup, &HostLookup::found, this,
        [this](const QHostInfo &info) { resolved(addressesOf(info.addresses(), m_setup.endpoint.family)); });
    listenForSignals();
}

RunController::~RunController() = default;

void RunController::listenForSignals()
{
    if (m_setup.stopDescriptor < 0)
        return;
    auto *notifier = new QSocketNotifier(m_setup.stopDescriptor, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
        char byte = 0;
        if (::read(m_setup.stopDescriptor, &byte, 1) == 1)
            stop();
        else
            notifier->setEnabled(false);
    });
}

void RunController::takeOrders()
{
    for (const RunOrder order : m_orders.takeAll()) {
        if (order == RunOrder::Stop) {
            stop();
        } else {
            stopNow();
            m_loop.quit();
        }
    }
}

void RunController::stop()
{
    if (std::exchange(m_stopping, true)) {
        stopNow();
        return;
    }
    if (m_stage == Stage::WarmingUp || m_stage == Stage::Level)
        m_runner->stop();
    else
        stopNow();
}

/// Without waiting for anything: what has ended is kept.
void RunController::stopNow()
{
    if (m_stage == Stage::Finished)
        return;
    m_stopping = true;
    if (m_stage == Stage::Level)
        keepPartial();
    finish(exitcode::interrupted);
}

void RunController::begin()
{
    takeOrders();
    start();
}

/// Where the model names the file, it is only known later: its folder is tried with another name.
Result<void> RunController::checkPlace()
{
    if (m_setup.outPath.isEmpty())
        return AtomicFile(defaultResultsPath(m_setup.outFolder, {}, m_result.createdAt)).prepare();
    if (auto ready = m_file.prepare(); !ready)
        return ready;
    return RunJournal::checkFree(m_file.path(), sideFilePolicyOf(m_setup));
}

void RunController::nameFile()
{
    if (m_setup.outPath.isEmpty())
        m_file = AtomicFile(defaultResultsPath(m_setup.outFolder, m_result.model, m_result.createdAt));
}

void RunController::start()
{
    if (m_stage != Stage::NotStarted)
        return;
    if (const auto plan = LoadPlan::checked(m_setup.plan); !plan) {
        finish(exitcode::usage, plan.error());
        return;
    }
    m_result.createdAt = QDateTime::currentDateTimeUtc();
    for (const auto &ready : {checkPlace(), reserveDescriptors(m_setup.plan.highestConcurrency())}) {
        if (!ready) {
            finish(exitcode::usage, ready.error());
            return;
        }
    }
    m_result.plan = m_setup.plan;
    m_result.instrumentCheck = m_setup.instrumentCheck;
    m_result.endpoint = m_setup.endpoint.address.shown;
    m_result.endpointHost = m_setup.endpoint.address.host;
    m_result.osName = QSysInfo::prettyProductName();
    m_result.machine = QSysInfo::currentCpuArchitecture();
    m_result.curlVersion = QString::fromLatin1(curl_version_info(CURLVERSION_NOW)->version);
    m_result.workerThreads = PhaseRunner::usualWorkers();
    m_ticker.start();
    m_limits.start();
    m_setup.endpoint.ignoreEos = m_setup.plan.ignoreEos;
    probe();
}

void RunController::probe()
{
    m_stage = Stage::Probing;
    m_reporter.enter(RunPhase::Connecting);
    m_probe = std::make_unique<Probe>(m_curl, m_setup.endpoint, m_setup.plan.timeoutS);
    connect(m_probe.get(), &Probe::finished, this, &RunController::probeOver, Qt::QueuedConnection);
    m_probe->start();
}

void RunController::probeOver()
{
    if (m_stage != Stage::Probing)
        return;
    m_probed = m_probe->outcome();
    m_probe.reset();
    m_setup.endpoint.route = m_probed.route;
    m_result.probe = m_probed.report;
    m_result.model = m_probed.report.model;
    m_reporter.give(ProbeDone{m_probed.report});
    warn(probeWarnings(m_probed.report));
    if (m_probed.error) {
        finish(m_probed.exitCode, m_probed.error);
        return;
    }
    warn(planWarnings(m_setup.plan, m_probed.report));
    nameFile();
    m_result.calibration.words = nextCalibrationWords({}, m_setup.plan.inputTokens);
    if (m_probed.report.smallRequestSucceeded && m_probed.report.usageReported.value_or(false))
        calibrate();
    else
        prepareRunner();
}

WorkerSetup RunController::workerSetup() const
{
    WorkerSetup setup;
    setup.requests = std::make_shared<RequestBuilder>(
        m_setup.endpoint, m_probed.base, m_probed.report.model, m_probed.report.accepted);
    setup.modelList = RequestBuilder::getRequest(m_setup.endpoint, m_probed.base, u"/models");
    setup.address = QHostAddress(m_probed.report.address);
    setup.ownConnections = !m_probed.report.keepsConnection.value_or(false);
    setup.timeoutNs = static_cast<qint64>(m_setup.plan.timeoutS * 1e9);
    setup.mostChunks = m_setup.plan.mostContentChunks();
    setup.clock = &m_curl.clock();
    return setup;
}

void RunController::calibrate()
{
    m_stage = Stage::Calibrating;
    m_reporter.enter(RunPhase::Calibrating, calibrationRequests);
    m_calibrator = std::make_unique<Calibrator>(m_curl, workerSetup(), m_setup.plan);
    connect(m_calibrator.get(), &Calibrator::finished, this, &RunController::calibrationOver, Qt::QueuedConnection);
    m_calibrator->start();
}

void RunController::calibrationOver()
{
    if (m_stage != Stage::Calibrating)
        return;
    m_result.calibration = m_calibrator->report();
    warn(calibrationWarnings(m_result.calibration, m_setup.plan, m_calibrator->problem()));
    m_calibrator.reset();
    prepareRunner();
}

void RunController::prepareRunner()
{
    PhaseRunner::Setup setup;
    setup.worker = workerSetup();
    setup.workers = m_result.workerThreads;
    setup.build = bodyRecipe(m_setup.plan, setup.worker.requests, m_result.calibration.words);
    m_runner = std::make_unique<PhaseRunner>(std::move(setup));
    connect(m_runner.get(), &PhaseRunner::requestEnded, this, &RunController::requestEnded);
    connect(m_runner.get(), &PhaseRunner::chunksArrived, this, [this](const std::vector<LiveChunk> &chunks) {
        m_reporter.chunksArrived(chunks, m_runner->firstDispatchNs());
    });
    connect(m_runner.get(), &PhaseRunner::phaseEnded, this, &RunController::phaseEnded, Qt::QueuedConnection);
    if (m_setup.plan.warmup > 0)
        warmUp();
    else
        startLevel();
}

void RunController::warmUp()
{
    m_stage = Stage::WarmingUp;
    m_reporter.enter(RunPhase::WarmingUp, m_setup.plan.warmup);
    m_runner->start(std::min(m_setup.plan.warmup, m_setup.plan.highestConcurrency()), m_setup.plan.warmup);
}

void RunController::phaseEnded()
{
    if (m_stage == Stage::WarmingUp)
        warmUpOver();
    else if (m_stage == Stage::Level)
        levelOver();
}

void RunController::warmUpOver()
{
    const LoadLevel warmUp = m_runner->takeLevel();
    if (m_stopping) {
        finish(exitcode::interrupted);
    } else if (!hasSuccess(warmUp)) {
        const auto failed =
            std::ranges::find_if(warmUp.requests, [](const RequestRecord &record) { return record.error.has_value(); });
        finish(exitcode::fellShort,
            Error{u"run.warmup"_s,
                Text::tr("None of the %n warm-up request(s) succeeded, so nothing was measured. The first one: %1",
                    nullptr, static_cast<int>(warmUp.requests.size()))
                    .arg(failed == warmUp.requests.end() ? QString() : failed->error->message)});
    } else {
        startLevel();
    }
}

bool RunController::countsChunks() const
{
    return !m_probed.report.usageReported.value_or(false);
}

void RunController::startLevel()
{
    if (!m_measured && !openJournal())
        return;
    m_stage = Stage::Level;
    m_measured = true;
    const int concurrency = m_setup.plan.concurrency[m_level];
    m_watch.emplace(m_setup.plan, m_result.levels);
    m_limits.levelStarted(concurrency);
    m_reporter.enterLevel(static_cast<int>(m_level), countsChunks());
    m_runner->start(concurrency, m_setup.plan.requestsAt(concurrency));
}

void RunController::requestEnded(qint64 slotNs, qint64 turnWaitNs, int chunksTold)
{
    const LoadLevel &soFar = m_runner->level();
    RequestRecord &record = m_runner->lastEnded();
    m_reporter.requestEnded(record, {slotNs, chunksTold, m_runner->firstDispatchNs()});
    if (m_stage != Stage::Level)
        return;
    // Before anything else is kept: a journal that has to begin anew elsewhere holds this request already.
    kept(m_journal->requestEnded(record));
    warn(m_watch->requestEnded(soFar, record, turnWaitNs));
    if (!m_stopping)
        m_limits.requestEnded(record);
}

/// Keeps and tells what was not said before, and what now has other words: a count that has grown.
void RunController::warn(const std::vector<RunWarning> &warnings)
{
    for (const RunWarning &warning : warnings) {
        if (!noteWarning(m_result.warnings, warning))
            continue;
        m_reporter.give(WarningRaised{warning});
        if (m_journal)
            kept(m_journal->warned(warning));
    }
}

void RunController::levelOver()
{
    if (m_stopping) {
        keepPartial();
        finish(exitcode::interrupted);
        return;
    }
    m_reporter.enter(RunPhase::Finishing);
    m_result.levels.push_back(takeLevel());
    const LoadLevel &level = m_result.levels.back();
    const LevelMetrics metrics = levelMetrics(level, m_setup.plan, m_probed.report);
    kept(m_journal->levelEnded(level));
    warn(m_watch->levelEnded(level, metrics));
    m_reporter.give(LevelEnded{static_cast<int>(m_level), metrics, level.client, level.errorCounts()});
    m_result.complete = m_result.levels.size() == m_setup.plan.concurrency.size();
    if (m_result.complete) {
        conclude();
    } else if (m_stopping) { // what ended could not be kept
        finish(exitcode::interrupted);
    } else {
        save();
        nextLevel();
    }
}

void RunController::nextLevel()
{
    ++m_level;
    if (m_result.levels.back().errorCounts().contains(errorKindName(ErrorKind::Connection)))
        resolveAgain();
    else
        startLevel();
}

/// After connection failures the endpoint's name may mean another machine.
void RunController::resolveAgain()
{
    const QString host = hopOf(m_probed.base, m_probed.route.get()).host;
    if (!QHostAddress(host).isNull() || m_probed.report.address.isEmpty()) {
        startLevel();
        return;
    }
    m_stage = Stage::Resolving;
    m_lookup.start(host, static_cast<qint64>(m_setup.plan.timeoutS * 1e9));
}

void RunController::resolved(const std::vector<QHostAddress> &addresses)
{
    if (m_stage != Stage::Resolving)
        return;
    const QHostAddress known(m_probed.report.address);
    if (const auto now = addressInsteadOf(known, addresses)) {
        m_probed.report.address = now->toString();
        m_runner->useAddress(*now);
        warn({{.code = u"address_changed"_s,
            .message = Text::tr("After connection failures the endpoint's name means %1 instead of %2.")
                           .arg(now->toString(), known.toString()),
            .level = m_setup.plan.concurrency[m_level],
            .request = std::nullopt}});
    }
    startLevel();
}

LoadLevel RunController::takeLevel()
{
    LoadLevel level = m_runner->takeLevel();
    kept(m_journal->keepItlOf(level));
    return level;
}

void RunController::keepPartial()
{
    m_result.partial = takeLevel();
    warn(m_watch->levelEnded(*m_result.partial, levelMetrics(*m_result.partial, m_setup.plan, m_probed.report)));
}

/// False where nothing could be kept, and the run is over.
bool RunController::openJournal()
{
    const auto underWay = [this] { return m_stage == Stage::Level ? &m_runner->level() : nullptr; };
    m_journal.emplace(m_file.path(), m_result, underWay, m_curl.clock().nowNs());
    if (const auto begun = m_journal->begin(sideFilePolicyOf(m_setup)); !begun) {
        finish(exitcode::fellShort, begun.error());
        return false;
    }
    tellMovedJournal();
    return true;
}

/// What cannot be kept is not measured: the run then ends as Stop ends it.
void RunController::kept(const Result<void> &inJournal)
{
    if (!inJournal && !m_journalError) {
        m_journalError = inJournal.error();
        if (!m_stopping)
            stop();
    }
    tellMovedJournal();
}

void RunController::tellMovedJournal()
{
    warn(m_journal->moved());
}

void RunController::closeJournal()
{
    if (m_written && !m_saveError)
        m_journal->remove();
    else if (m_saveError)
        m_saveError->message += u' '
            + Text::tr("What was measured is kept in %1; a results file can be made of it (streamgauge-cli recover).")
                  .arg(QDir::toNativeSeparators(m_journal->path()));
    m_journal.reset();
}

void RunController::save()
{
    m_reporter.enter(RunPhase::Saving);
    const auto written = m_journal->writeResults(m_file, m_result);
    m_saveError = written ? std::nullopt : std::optional(written.error());
    m_written = m_written || written;
    if (m_saveError)
        warn({{.code = u"results_not_written"_s, .message = m_saveError->message, .level = {}, .request = {}}});
}

void RunController::conclude()
{
    const bool good = std::ranges::all_of(m_result.levels, hasSuccess);
    finish(good ? exitcode::done : exitcode::fellShort);
}

void RunController::finish(int exitCode, std::optional<Error> error)
{
    m_ticker.stop();
    m_limits.finish();
    m_stage = Stage::Finished;
    if (m_limits.isReached() && exitCode == exitcode::interrupted)
        exitCode = exitcode::fellShort;
    m_runner.reset();
    m_calibrator.reset();
    m_probe.reset();
    if (m_measured)
        save();
    if (m_journal)
        closeJournal();
    if (const auto &worst = m_saveError ? m_saveError : m_journalError) {
        error = m_journalError ? Error{worst->code, Text::tr("The run was stopped. %1").arg(worst->message)} : *worst;
        exitCode = m_journalError || exitCode == exitcode::done ? exitcode::fellShort : exitCode;
    }
    m_reporter.enter(RunPhase::Ended);
    RunFinished finished;
    finished.exitCode = exitCode;
    finished.error = std::move(error);
    if (m_measured)
        finished.result = std::make_shared<const LoadResult>(std::move(m_result));
    finished.path = m_written ? m_file.path() : QString();
    m_reporter.give(std::move(finished));
}

void RunController::tick()
{
    if (m_calibrator)
        m_reporter.setDone(m_calibrator->requestsDone());
    if (m_runner)
        m_reporter.tick(m_runner->firstDispatchNs(), m_runner->inFlight(), m_runner->clientSoFar());
    else
        m_reporter.tick(-1, 0, {});
}

} // namespace streamgauge
