// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sidebarbutton.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace streamgauge {

namespace {

constexpr int iconSide = 20;
constexpr int edgeWidth = 3;
constexpr int leastWidth = 72;

} // namespace

SidebarButton::SidebarButton(const QString &iconName, const QString &text, QWidget *parent)
    : QAbstractButton(parent)
    , m_iconName(iconName)
{
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(QString(text).remove(u'&'));
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

QSize SidebarButton::sizeHint() const
{
    const int text = fontMetrics().size(Qt::TextShowMnemonic, this->text()).width();
    return {std::max(leastWidth, text + 2 * Theme::gap),
        Theme::gap + iconSide + Theme::smallGap + fontMetrics().height() + Theme::gap};
}

bool SidebarButton::event(QEvent *event)
{
    // Hover changes the ground.
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

void SidebarButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QPalette &colours = palette();
    if (isChecked())
        painter.fillRect(rect(), Theme::colour(ColourRole::Surface, colours));
    else if (underMouse() || isDown())
        painter.fillRect(rect(), Theme::colour(ColourRole::Hairline, colours));
    const ColourRole role = isChecked() ? ColourRole::Accent : ColourRole::Text;
    if (isChecked()) {
        const int left = layoutDirection() == Qt::LeftToRight ? 0 : width() - edgeWidth;
        painter.fillRect(QRect(left, 0, edgeWidth, height()), Theme::colour(role, colours));
    }
    Theme::icon(m_iconName, role)
        .paint(&painter, QRect((width() - iconSide) / 2, Theme::gap, iconSide, iconSide), Qt::AlignCenter,
            isEnabled() ? QIcon::Normal : QIcon::Disabled);
    painter.setPen(Theme::colour(isEnabled() ? role : ColourRole::Muted, colours));
    const int top = Theme::gap + iconSide + Theme::smallGap;
    painter.drawText(QRect(0, top, width(), fontMetrics().height()), Qt::AlignCenter | Qt::TextShowMnemonic, text());
    if (hasFocus()) {
        painter.setPen(QPen(Theme::colour(ColourRole::Accent, colours), 1));
        painter.drawRect(rect().adjusted(edgeWidth + 1, 2, -3, -3));
    }
}

} // namespace streamgauge
