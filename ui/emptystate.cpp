// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/emptystate.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace streamgauge {

EmptyState::EmptyState(const QString &title, const QString &sentence, QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QHBoxLayout)
{
    auto *heading = new QLabel(title, this);
    heading->setFont(Theme::heading(font()));
    auto *words = new QLabel(sentence, this);
    words->setForegroundRole(QPalette::PlaceholderText);
    words->setWordWrap(true);
    words->setMaximumWidth(Theme::formWidth);
    m_buttons->setSpacing(Theme::gap);
    m_buttons->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::pageMargin, Theme::pageMargin, Theme::pageMargin);
    layout->setSpacing(Theme::gap);
    layout->addWidget(heading);
    layout->addWidget(words);
    layout->addSpacing(Theme::gap);
    layout->addLayout(m_buttons);
    layout->addStretch();
}

QPushButton *EmptyState::addButton(const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setDefault(!std::exchange(m_hasPrimary, true));
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

} // namespace streamgauge
