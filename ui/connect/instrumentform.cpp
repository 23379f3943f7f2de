// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/instrumentform.h"

#include "models/core/format.h"
#include "models/load/instrumentcheck.h"
#include "ui/theme/theme.h"
#include "ui/widgets/formfield.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include <limits>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// What is no number is no setup either: out of every range.
int numberIn(const QLineEdit &edit)
{
    bool isNumber = false;
    const int number = edit.text().trimmed().remove(u',').toInt(&isNumber);
    return isNumber ? number : std::numeric_limits<int>::min();
}

} // namespace

InstrumentForm::InstrumentForm(QWidget *parent)
    : QWidget(parent)
    , m_streams(new QLineEdit(this))
    , m_interval(new QLineEdit(this))
    , m_again(new QPushButton(tr("Check again"), this))
{
    const InstrumentSetup usual;
    m_streams->setObjectName(u"instrumentStreams"_s);
    m_streams->setText(QString::number(usual.concurrency));
    m_interval->setObjectName(u"instrumentInterval"_s);
    m_interval->setText(QString::number(usual.intervalMs));
    m_again->setObjectName(u"checkAgain"_s);
    for (QLineEdit *edit : {m_streams, m_interval}) {
        connect(edit, &QLineEdit::returnPressed, this, &InstrumentForm::checkRequested);
        connect(edit, &QLineEdit::textEdited, this, [this] { showProblems({}, {}); });
    }
    connect(m_again, &QPushButton::clicked, this, &InstrumentForm::checkRequested);
    layOut();
}

void InstrumentForm::layOut()
{
    m_streamsField = new FormField(tr("Streams at a &time"), m_streams,
        tr("As many as your highest level, up to %1").arg(formatCount(InstrumentCheck::maxConcurrency)), this);
    m_intervalField = new FormField(tr("Milliseconds &between chunks"), m_interval,
        tr("As your server sends them, 1 to %1").arg(formatCount(InstrumentCheck::maxIntervalMs)), this);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::groupGap);
    layout->addWidget(m_streamsField, 1, Qt::AlignTop);
    layout->addWidget(m_intervalField, 1, Qt::AlignTop);
    // In line with the fields, which stand below their labels.
    auto *button = new QVBoxLayout;
    button->addSpacing(m_streams->fontMetrics().height() + Theme::smallGap);
    button->addWidget(m_again);
    button->addStretch();
    layout->addLayout(button);
}

std::optional<InstrumentSetup> InstrumentForm::setup()
{
    InstrumentSetup wanted;
    wanted.concurrency = numberIn(*m_streams);
    wanted.intervalMs = numberIn(*m_interval);
    const Result<void> checked = wanted.check();
    const bool streams = !checked && checked.error().code == "instrument.concurrency"_L1;
    const QString problem = checked ? QString() : checked.error().message;
    showProblems(streams ? problem : QString(), streams ? QString() : problem);
    if (checked)
        return wanted;
    (streams ? m_streams : m_interval)->setFocus(Qt::OtherFocusReason);
    return std::nullopt;
}

void InstrumentForm::showProblems(const QString &ofStreams, const QString &ofInterval)
{
    m_streamsField->setProblem(ofStreams);
    m_intervalField->setProblem(ofInterval);
}

void InstrumentForm::setBusy(bool busy)
{
    m_again->setEnabled(!busy);
}

} // namespace streamgauge
