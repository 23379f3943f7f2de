// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/levelwatch.h"

#include "app/load/calibration.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qint64 longTurnWaitNs = 5'000'000;
constexpr qint64 slowSetUpNs = 500'000'000;

QString text(const char *source)
{
    return QCoreApplication::translate("LevelWatch", source);
}

QString meaning(const QString &code)
{
    static const std::map<QString, const char *> meanings{
        {u"no_finish_reason"_s, QT_TRANSLATE_NOOP("LevelWatch", "ended with [DONE] but without a finish_reason")},
        {u"finish_reason_abort"_s, QT_TRANSLATE_NOOP("LevelWatch", "the server says that it aborted them")},
        {u"finish_reason_unknown"_s, QT_TRANSLATE_NOOP("LevelWatch", "ended with a finish_reason that is not known")},
        {u"cut_after_finish"_s,
            QT_TRANSLATE_NOOP("LevelWatch", "the connection broke after the finish_reason, before the end")},
        {u"no_end_marker"_s, QT_TRANSLATE_NOOP("LevelWatch", "the stream fell silent after the finish_reason, no [DONE]")},
        {u"reasoning_in_answer"_s,
            QT_TRANSLATE_NOOP("LevelWatch", "reasoning stands inside the answer text (<think>), counted as answer")},
        {u"usage_excludes_reasoning"_s,
            QT_TRANSLATE_NOOP("LevelWatch", "total_tokens is more than prompt and completion together, so "
                                            "completion_tokens leaves tokens out")},
        {u"usage_missing"_s,
            QT_TRANSLATE_NOOP("LevelWatch", "no token usage came, so the level counts streamed chunks, not tokens")},
    };
    const auto found = meanings.find(code);
    return found == meanings.end() ? code : text(found->second);
}

} // namespace

LevelWatch::LevelWatch(const LoadPlan &plan, int concurrency, const ProbeReport &probe)
    : m_plan(plan)
    , m_concurrency(concurrency)
    , m_usageExpected(probe.usageReported.value_or(false))
{
}

RunWarning LevelWatch::warning(const QString &code, const QString &message) const
{
    return {.code = code, .message = message, .level = m_concurrency, .request = std::nullopt};
}

RunWarning LevelWatch::counted(const QString &code) const
{
    const auto [count, first] = m_counts.at(code);
    RunWarning raised = warning(code, text("%1 of %2 requests: %3").arg(count).arg(m_ended).arg(meaning(code)));
    raised.request = first;
    return raised;
}

std::vector<RunWarning> LevelWatch::requestEnded(const RequestRecord &record, qint64 turnWaitNs)
{
    ++m_ended;
    const bool limitedBefore = m_slowSetUp;
    m_slowSetUp = m_slowSetUp || record.connectNs.value_or(0) >= slowSetUpNs;
    if (turnWaitNs >= 0)
        m_turnWaits.push_back(turnWaitNs);

    QStringList codes = record.warnings;
    if (record.outcome == Outcome::Succeeded && record.outputTokens) {
        m_longer += *record.outputTokens > m_plan.outputTokens ? 1 : 0;
        m_shorter += *record.outputTokens < m_plan.outputTokens ? 1 : 0;
    } else if (record.outcome == Outcome::Succeeded && m_usageExpected) {
        codes.append(u"usage_missing"_s);
    }

    std::vector<RunWarning> raised;
    for (const QString &code : std::as_const(codes)) {
        auto &[count, first] = m_counts.try_emplace(code, 0, record.index).first->second;
        if (++count == 1)
            raised.push_back(counted(code));
    }
    if (m_slowSetUp && !limitedBefore)
        raised.push_back(warning(u"connect_limited"_s,
            text("Setting up a connection took half a second or more: what is measured is limited by how fast the "
                 "server accepts connections.")));
    return raised;
}

bool LevelWatch::connectLimited() const
{
    if (m_slowSetUp || m_turnWaits.empty())
        return m_slowSetUp;
    std::vector<qint64> sorted = m_turnWaits;
    std::ranges::sort(sorted);
    return percentileOfSorted(sorted, 0.99) > longTurnWaitNs;
}

std::vector<RunWarning> LevelWatch::levelEnded(const ClientEvidence &client, const LevelMetrics &metrics) const
{
    std::vector<RunWarning> holding;
    for (const auto &[code, count] : m_counts)
        holding.push_back(counted(code));
    if (connectLimited())
        holding.push_back(warning(u"connect_limited"_s,
            text("Requests waited for their turn to connect, or setting up a connection took half a second or more: "
                 "what is measured is limited by how fast the server accepts connections.")));

    constexpr ClientBounds bounds;
    const double delayMs = client.dispatchDelay.p99.value_or(client.dispatchDelay.max.value_or(0)) / 1e6;
    const double lagMs = client.eventLoopLag.p99.value_or(client.eventLoopLag.max.value_or(0)) / 1e6;
    if (delayMs > bounds.dispatchDelayP99Ms || lagMs > bounds.eventLoopLagP99Ms
        || client.cpuShare.value_or(0) > bounds.cpuShare)
        holding.push_back(warning(u"client_late"_s,
            text("This machine was late itself: dispatch delay %1 ms (limit %2), event loop lag %3 ms (limit %4), CPU "
                 "of the busiest worker %5 % (limit %6 %). Its own lateness is part of the times of this level.")
                .arg(delayMs, 0, 'f', 1).arg(bounds.dispatchDelayP99Ms).arg(lagMs, 0, 'f', 1)
                .arg(bounds.eventLoopLagP99Ms).arg(client.cpuShare.value_or(0) * 100, 0, 'f', 0)
                .arg(bounds.cpuShare * 100, 0, 'f', 0)));
    if (metrics.inputTokensMean
        && std::abs(*metrics.inputTokensMean - m_plan.inputTokens) > calibrationTolerance(m_plan.inputTokens))
        holding.push_back(warning(u"input_length_off"_s,
            text("The prompts had %1 tokens on average, %2 were asked for.")
                .arg(*metrics.inputTokensMean, 0, 'f', 1).arg(m_plan.inputTokens)));
    if (m_longer > 0 && m_shorter == 0)
        holding.push_back(warning(u"output_longer_than_asked"_s,
            text("%1 of %2 requests returned more than the %3 tokens asked for.")
                .arg(m_longer).arg(m_ended).arg(m_plan.outputTokens)));
    return holding;
}

} // namespace streamgauge
