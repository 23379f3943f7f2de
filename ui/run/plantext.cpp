// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/plantext.h"

#include "models/core/format.h"
#include "models/load/levellist.h"

#include <QCoreApplication>

#include <optional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanText)
};

/// Collects the first thing that is no number, so that a form is read line by line without a ladder of conditions.
class Reader {
public:
    [[nodiscard]] int wholeNumber(const QString &text, const QString &code, int lowest, int highest)
    {
        bool understood = false;
        const int value = text.trimmed().toInt(&understood);
        refuseUnless(understood, text, code, inRange(lowest, highest, 100));
        return value;
    }

    [[nodiscard]] quint64 seed(const QString &text)
    {
        bool understood = false;
        const quint64 value = text.trimmed().toULongLong(&understood);
        refuseUnless(understood, text, u"plan.seed"_s, inRange(0, static_cast<qint64>(LoadPlan::maxSeed), 7));
        return value;
    }

    [[nodiscard]] double seconds(const QString &text)
    {
        bool understood = false;
        const double value = text.trimmed().toDouble(&understood);
        refuseUnless(understood, text, u"plan.timeout"_s,
            Words::tr("Type a number of seconds over 0 and at most %1, such as 120.")
                .arg(formatCount(static_cast<qint64>(LoadPlan::maxTimeoutS))));
        return value;
    }

    [[nodiscard]] std::vector<int> levels(const QString &text)
    {
        auto levels = levelsFromText(text);
        if (!levels && !m_error)
            m_error = levels.error();
        return std::move(levels).value_or(std::vector<int>());
    }

    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    [[nodiscard]] static QString inRange(qint64 lowest, qint64 highest, int example)
    {
        return Words::tr("Type a whole number from %1 to %2, such as %3.")
            .arg(formatCount(lowest), formatCount(highest), QString::number(example));
    }

    void refuseUnless(bool understood, const QString &text, const QString &code, const QString &advice)
    {
        if (understood || m_error)
            return;
        m_error = text.trimmed().isEmpty()
            ? Error{code, advice}
            : Error{code, Words::tr("“%1” is no such number. %2").arg(text.trimmed().left(40), advice)};
    }

    std::optional<Error> m_error;
};

} // namespace

PlanText textOf(const LoadPlan &plan)
{
    return {levelsAsText(plan.concurrency), QString::number(plan.requests), QString::number(plan.warmup),
        QString::number(plan.inputTokens), QString::number(plan.outputTokens), QString::number(plan.seed),
        QString::number(plan.timeoutS)};
}

Result<LoadPlan> planOf(const PlanText &text)
{
    Reader reader;
    LoadPlan plan;
    plan.concurrency = reader.levels(text.concurrency);
    plan.requests = reader.wholeNumber(text.requests, u"plan.requests"_s, 1, LoadPlan::maxRequests);
    plan.warmup = reader.wholeNumber(text.warmup, u"plan.warmup"_s, 0, LoadPlan::maxWarmup);
    plan.inputTokens = reader.wholeNumber(text.inputTokens, u"plan.input_tokens"_s, 1, LoadPlan::maxTokens);
    plan.outputTokens = reader.wholeNumber(text.outputTokens, u"plan.output_tokens"_s, 1, LoadPlan::maxTokens);
    plan.seed = reader.seed(text.seed);
    plan.timeoutS = reader.seconds(text.timeoutS);
    if (reader.error())
        return tl::unexpected<Error>(*reader.error());
    return LoadPlan::checked(std::move(plan));
}

} // namespace streamgauge
