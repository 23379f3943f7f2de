// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/planform.h"

#include "ui/theme/theme.h"
#include "ui/widgets/formfield.h"

#include <QGridLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace streamgauge {

PlanForm::PlanForm(QWidget *parent)
    : QWidget(parent)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(Theme::groupGap);
    grid->setVerticalSpacing(Theme::gap);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    m_concurrency = addField(*grid, u"concurrency"_s, u"plan.concurrency"_s, tr("Requests at a time"),
        tr("One level each, such as 1, 8, 32"));
    m_requests =
        addField(*grid, u"requests"_s, u"plan.requests"_s, tr("Requests a level"), tr("p95 needs 20, p99 needs 100"));
    m_inputTokens = addField(*grid, u"inputTokens"_s, u"plan.input_tokens"_s, tr("Prompt tokens"),
        tr("Of each request, chat template included"));
    m_outputTokens = addField(*grid, u"outputTokens"_s, u"plan.output_tokens"_s, tr("Output tokens"),
        tr("The most that each answer may have"));
    m_warmup = addField(*grid, u"warmup"_s, u"plan.warmup"_s, tr("Warm-up requests"),
        tr("Sent once before the first level, not measured"));
    m_timeout = addField(*grid, u"timeout"_s, u"plan.timeout"_s, tr("Time limit of a request, s"),
        tr("A longer one counts as timed out"));
    m_seed = addField(*grid, u"seed"_s, u"plan.seed"_s, tr("Seed"), tr("The same seed gives the same prompts"));
}

QLineEdit *PlanForm::addField(
    QGridLayout &grid, const QString &name, const QString &code, const QString &label, const QString &help)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(name);
    connect(edit, &QLineEdit::textChanged, this, &PlanForm::check);
    const int place = static_cast<int>(m_fields.size());
    auto *field = new FormField(label, edit, help, this);
    m_fields[code] = field;
    grid.addWidget(field, place / 2, place % 2, Qt::AlignTop);
    return edit;
}

void PlanForm::setPlan(const LoadPlan &plan)
{
    const PlanText text = textOf(plan);
    m_concurrency->setText(text.concurrency);
    m_requests->setText(text.requests);
    m_warmup->setText(text.warmup);
    m_inputTokens->setText(text.inputTokens);
    m_outputTokens->setText(text.outputTokens);
    m_seed->setText(text.seed);
    m_timeout->setText(text.timeoutS);
}

Result<LoadPlan> PlanForm::plan() const
{
    return planOf({m_concurrency->text(), m_requests->text(), m_warmup->text(), m_inputTokens->text(),
        m_outputTokens->text(), m_seed->text(), m_timeout->text()});
}

void PlanForm::check()
{
    const Result<LoadPlan> read = plan();
    for (const auto &[code, field] : m_fields)
        field->setProblem(!read && read.error().code == code ? read.error().message : QString());
    Q_EMIT edited();
}

} // namespace streamgauge
