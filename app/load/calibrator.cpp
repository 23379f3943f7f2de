// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/calibrator.h"

#include "app/endpoint/curlloop.h"
#include "app/endpoint/transferroute.h"
#include "app/load/calibration.h"
#include "app/prompts/promptsynthesizer.h"
#include "models/load/judge.h"

#include <QCoreApplication>

#include <algorithm>

namespace streamgauge {

namespace {

constexpr int tokenLimit = 1;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Calibrator)
};

} // namespace

Calibrator::Calibrator(CurlLoop &loop, WorkerSetup endpoint, const LoadPlan &plan)
    : m_endpoint(std::move(endpoint))
    , m_plan(plan)
    , m_manager(loop)
    , m_request(m_manager, loop.clock())
{
    if (!m_endpoint.address.isNull()) {
        const Hop hop = hopOf(m_endpoint.modelList);
        m_manager.setResolved(hop.host, hop.port, m_endpoint.address);
    }
    connect(&m_request, &ChatRequest::ended, this, &Calibrator::ended);
    connect(&m_request, &ChatRequest::idle, this, &Calibrator::goOn);
}

Calibrator::~Calibrator()
{
    m_request.disconnect(this);
}

void Calibrator::start()
{
    m_words = nextCalibrationWords(m_points, m_plan.inputTokens);
    send();
}

void Calibrator::send()
{
    const quint64 number = firstCalibrationNumber + m_points.size();
    ChatRequest::Setup setup;
    setup.request = m_endpoint.requests->request();
    setup.body = m_endpoint.requests->body(
        QString::fromLatin1(PromptSynthesizer::prompt(m_plan.seed, number, m_words)), tokenLimit);
    setup.timeoutNs = m_endpoint.timeoutNs;
    setup.ownConnection = m_endpoint.ownConnections;
    setup.stream.mostChunks = m_endpoint.mostChunks;
    m_request.start(std::move(setup), m_endpoint.clock->nowNs());
}

void Calibrator::ended()
{
    const RequestRecord record = judgeLoadRequest(0, m_request.takeFacts());
    // One token may be no content at all (a role, a special token): the count is all that matters here.
    const bool counted = record.inputTokens && (!record.error || record.error->kind == ErrorKind::EmptyCompletion);
    if (counted)
        m_points.push_back({m_words, *record.inputTokens});
    else
        m_problem = record.error ? record.error->message : Text::tr("the server reported no prompt_tokens");
}

bool Calibrator::triedBefore(int words) const
{
    return std::ranges::any_of(m_points, [words](const CalibrationPoint &point) { return point.words == words; });
}

/// Once the connection is free again.
void Calibrator::goOn()
{
    m_report = calibrated(m_points, m_plan.inputTokens);
    if (!m_problem.isEmpty()) {
        m_report.done = m_report.reached = false;
        m_report.words = nextCalibrationWords({}, m_plan.inputTokens);
    }
    m_words = nextCalibrationWords(m_points, m_plan.inputTokens);
    if (!m_problem.isEmpty() || m_report.reached || std::ssize(m_points) == calibrationRequests || triedBefore(m_words))
        Q_EMIT finished();
    else
        send();
}

} // namespace streamgauge
