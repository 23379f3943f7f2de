// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/loadplan.h"

#include <QString>

namespace streamgauge {

/// A load plan as a person types it into a form.
struct PlanText {
    QString concurrency; ///< "1, 8, 32"
    QString requests;
    QString warmup;
    QString inputTokens;
    QString outputTokens;
    QString seed;
    QString timeoutS;

    friend bool operator==(const PlanText &, const PlanText &) = default;
};

[[nodiscard]] PlanText textOf(const LoadPlan &plan);

/// Errors: those of LoadPlan::checked, and the same codes (and plan.seed) for what is no number.
[[nodiscard]] Result<LoadPlan> planOf(const PlanText &text);

} // namespace streamgauge
