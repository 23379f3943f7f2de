// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/plantext.h"

#include <QWidget>

#include <map>

class QGridLayout;
class QLineEdit;

namespace streamgauge {

class FormField;

/// A plan of one's own. What is wrong stands at the field that it is about, from the first key on.
class PlanForm final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanForm)

public:
    explicit PlanForm(QWidget *parent = nullptr);

    void setPlan(const LoadPlan &plan);
    [[nodiscard]] Result<LoadPlan> plan() const;

Q_SIGNALS:
    void edited();

private:
    /// `code`: of the errors that belong to the field.
    QLineEdit *addField(
        QGridLayout &grid, const QString &name, const QString &code, const QString &label, const QString &help);
    void check();

    QLineEdit *m_concurrency = nullptr;
    QLineEdit *m_requests = nullptr;
    QLineEdit *m_warmup = nullptr;
    QLineEdit *m_inputTokens = nullptr;
    QLineEdit *m_outputTokens = nullptr;
    QLineEdit *m_seed = nullptr;
    QLineEdit *m_timeout = nullptr;
    std::map<QString, FormField *> m_fields; ///< by error code
};

} // namespace streamgauge
