// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/formfield.h"

#include "ui/widgets/statusword.h"
#include "ui/widgets/textlabel.h"

#include <QVBoxLayout>

namespace streamgauge {

FormField::FormField(const QString &label, QWidget *field, const QString &help, QWidget *parent)
    : QWidget(parent)
    , m_label(new TextLabel(label, TextLabel::Size::Body, ColourRole::Text, this))
    , m_field(field)
    , m_help(new TextLabel(help, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_problem(new StatusWord(this))
{
    m_label->setBuddy(field);
    m_help->setWordWrap(true);
    m_problem->setSentence();
    m_problem->hide();
    setHelp(help);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::smallGap);
    layout->addWidget(m_label);
    layout->addWidget(field);
    layout->addWidget(m_problem);
    layout->addWidget(m_help);
    setMaximumWidth(Theme::formWidth);
}

void FormField::leadTo(QWidget *part)
{
    m_label->setBuddy(part);
}

void FormField::setHelp(const QString &help)
{
    m_help->setText(help);
    m_help->setVisible(!help.isEmpty());
    m_field->setAccessibleDescription(help);
}

void FormField::setProblem(const QString &problem)
{
    m_problem->setStatus(StatusWord::Kind::Fail, problem);
    m_problem->setVisible(!problem.isEmpty());
    m_field->setAccessibleDescription(problem.isEmpty() ? m_help->text() : problem);
}

} // namespace streamgauge
