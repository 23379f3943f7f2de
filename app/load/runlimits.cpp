// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runlimits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

RunLimits::RunLimits(const LoadPlan &plan, QObject *parent)
    : QObject(parent)
    , m_plan(plan)
{
    m_longest.setSingleShot(true);
    connect(&m_longest, &QTimer::timeout, this, [this] {
        reach(u"max_minutes_reached"_s,
            tr("The run was ended: it reached the %1 minutes that it was given.").arg(*m_plan.maxMinutes));
    });
}

void RunLimits::start()
{
    if (m_plan.maxMinutes)
        m_longest.start(std::chrono::milliseconds(std::llround(*m_plan.maxMinutes * 60'000)));
}

void RunLimits::finish()
{
    m_longest.stop();
}

void RunLimits::levelStarted(int concurrency)
{
    m_level = concurrency;
    m_ended = m_failed = 0;
}

void RunLimits::requestEnded(const RequestRecord &record)
{
    constexpr int fewest = 10;
    ++m_ended;
    m_failed += record.outcome == Outcome::Succeeded ? 0 : 1;
    if (!m_plan.maxErrorPercent || m_ended < std::min(fewest, m_plan.requestsAt(m_level)))
        return;
    if (100.0 * m_failed <= *m_plan.maxErrorPercent * m_ended)
        return;
    reach(u"max_error_rate_reached"_s,
        tr("The run was ended: %1 of %n request(s) of level %2 failed, more than the %3 % that it was given.", nullptr,
            m_ended)
            .arg(QString::number(m_failed), QString::number(m_level), QString::number(*m_plan.maxErrorPercent)));
}

void RunLimits::reach(const QString &code, const QString &message)
{
    if (!std::exchange(m_reached, true))
        Q_EMIT reached({.code = code, .message = message, .level = {}, .request = {}});
}

} // namespace streamgauge
