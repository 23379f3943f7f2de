// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/levelwatch.h"

#include "models/load/clientlateness.h"
#include "models/load/levelwarnings.h"
#include "models/load/lockstep.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qint64 longTurnWaitNs = 5'000'000;
constexpr qint64 slowSetUpNs = 500'000'000;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(LevelWatch)
};

RunWarning connectWarning(int concurrency)
{
    return {.code = u"connect_limited"_s,
        .message = Text::tr("Connections came to stand slowly: setting one up took half a second or more, or requests "
                            "waited for their turn to connect. The server's accepting limits what is measured."),
        .level = concurrency,
        .request = std::nullopt};
}

} // namespace

LevelWatch::LevelWatch(const LoadPlan &plan, const std::vector<LoadLevel> &before)
    : m_plan(plan)
    , m_ttftAlone(ttftAlone(before))
{
}

/// Codes that this request is the first to give rise to.
QSet<QString> LevelWatch::newCodes(const RequestRecord &record)
{
    QSet<QString> codes(record.warnings.begin(), record.warnings.end());
    if (record.outcome == Outcome::Succeeded)
        (record.outputTokens ? m_someUsage : m_someWithout) = true;
    if (m_someUsage && m_someWithout)
        codes += u"usage_missing"_s;
    codes -= m_raised;
    m_raised += codes;
    return codes;
}

std::vector<RunWarning> LevelWatch::requestEnded(const LoadLevel &soFar, const RequestRecord &record, qint64 turnWaitNs)
{
    std::vector<RunWarning> raised;
    if (const QSet<QString> codes = newCodes(record); !codes.isEmpty()) {
        raised = levelWarnings(soFar, {}, m_plan);
        std::erase_if(raised, [&codes](const RunWarning &warning) { return !codes.contains(warning.code); });
    }
    if (turnWaitNs >= 0)
        m_turnWaits.push_back(turnWaitNs);
    if (!m_slowSetUp && record.connectNs.value_or(0) >= slowSetUpNs) {
        m_slowSetUp = true;
        raised.push_back(connectWarning(soFar.concurrency));
    }
    return raised;
}

bool LevelWatch::connectLimited() const
{
    if (m_slowSetUp || m_turnWaits.empty())
        return m_slowSetUp;
    std::vector<qint64> ascending = m_turnWaits;
    std::ranges::sort(ascending);
    return percentileOfSorted(ascending, 0.99) > longTurnWaitNs;
}

std::vector<RunWarning> LevelWatch::levelEnded(const LoadLevel &level, const LevelMetrics &metrics) const
{
    std::vector<RunWarning> holding = levelWarnings(level, metrics, m_plan);
    if (auto waves = lockStepWarning(level, m_ttftAlone))
        holding.push_back(*std::move(waves));
    if (connectLimited())
        holding.push_back(connectWarning(level.concurrency));
    std::ranges::move(clientWarnings(latenessOf(level.client), level.concurrency), std::back_inserter(holding));
    return holding;
}

} // namespace streamgauge
