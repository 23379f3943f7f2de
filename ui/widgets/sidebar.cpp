// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sidebar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/sidebarbutton.h"

#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace streamgauge {

Sidebar::Sidebar(QWidget *parent)
    : QFrame(parent)
    , m_layout(new QVBoxLayout(this))
    , m_group(new QButtonGroup(this))
{
    // One pixel at the right is the hairline's.
    m_layout->setContentsMargins(0, Theme::gap, 1, Theme::gap);
    m_layout->setSpacing(Theme::smallGap);
    m_layout->addStretch();
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    // idToggled, not idClicked: the arrow keys check without a click.
    connect(m_group, &QButtonGroup::idToggled, this, [this](int index, bool checked) {
        if (checked)
            Q_EMIT screenRequested(index);
    });
}

int Sidebar::addScreen(const QString &iconName, const QString &text)
{
    return add(iconName, text, false);
}

int Sidebar::addAtFoot(const QString &iconName, const QString &text)
{
    return add(iconName, text, true);
}

int Sidebar::add(const QString &iconName, const QString &text, bool atFoot)
{
    auto *button = new SidebarButton(iconName, text, this);
    const int index = int(m_group->buttons().size());
    m_group->addButton(button, index);
    if (atFoot)
        m_layout->addWidget(button);
    else
        m_layout->insertWidget(m_aboveFoot++, button);
    return index;
}

void Sidebar::setCurrent(int index)
{
    const QSignalBlocker quiet(m_group);
    if (QAbstractButton *button = m_group->button(index))
        button->setChecked(true);
}

int Sidebar::current() const
{
    return m_group->checkedId();
}

SidebarButton *Sidebar::button(int index) const
{
    return qobject_cast<SidebarButton *>(m_group->button(index));
}

void Sidebar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::colour(ColourRole::SurfaceRaised, palette()));
    const int edge = layoutDirection() == Qt::LeftToRight ? width() - 1 : 0;
    painter.fillRect(QRect(edge, 0, 1, height()), Theme::colour(ColourRole::Hairline, palette()));
}

} // namespace streamgauge
