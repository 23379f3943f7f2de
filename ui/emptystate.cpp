// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/emptystate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"
#include "ui/widgets/primarybutton.h"
#include "ui/widgets/textlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

EmptyState::EmptyState(const QString &title, const QString &sentence, QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QHBoxLayout)
    , m_problem(new MessageStrip(this))
{
    m_problem->setObjectName(u"emptyProblem"_s);
    m_problem->setMaximumWidth(Theme::formWidth);
    auto *heading = new TextLabel(title, TextLabel::Size::Heading, ColourRole::Text, this);
    auto *words = new TextLabel(sentence, TextLabel::Size::Body, ColourRole::Muted, this);
    words->setWordWrap(true);
    words->setMaximumWidth(Theme::formWidth);
    m_buttons->setSpacing(Theme::gap);
    m_buttons->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::gap);
    layout->addWidget(heading);
    layout->addWidget(words);
    layout->addWidget(m_problem);
    layout->addSpacing(Theme::gap);
    layout->addLayout(m_buttons);
    layout->addStretch();
}

void EmptyState::setProblem(const QString &problem)
{
    if (problem.isEmpty())
        m_problem->hide();
    else
        m_problem->showMessage(MessageStrip::Kind::Error, problem);
}

QPushButton *EmptyState::addButton(const QString &text, const QString &objectName)
{
    QPushButton *button =
        std::exchange(m_hasPrimary, true) ? new QPushButton(text, this) : new PrimaryButton(text, this);
    button->setObjectName(objectName);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

} // namespace streamgauge
