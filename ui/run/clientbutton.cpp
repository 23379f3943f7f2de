// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/clientbutton.h"

#include "ui/run/clientpanel.h"
#include "ui/run/runtext.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int iconSide = 14;

} // namespace

ClientButton::ClientButton(QWidget *parent)
    : QAbstractButton(parent)
    , m_panel(new ClientPanel(this))
{
    setFont(Theme::caption(font()));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(tr("Shows how late this machine itself is, figure by figure"));
    connect(this, &QAbstractButton::clicked, this, &ClientButton::openPanel);
    setLateness({});
}

void ClientButton::setLateness(const ClientLateness &lateness)
{
    const std::vector<ClientFigure> figures = clientFigures(lateness);
    m_late = std::ranges::any_of(figures, &ClientFigure::isBeyond);
    const QString words = RunText::client(lateness);
    if (words != text()) {
        setText(words);
        setAccessibleName(QString(words).replace(u'\n', u": "_s));
        m_widest = std::max(m_widest, fontMetrics().size(0, words).width());
        updateGeometry();
        update();
    }
    m_panel->setFigures(figures);
}

QSize ClientButton::sizeHint() const
{
    return {iconSide + Theme::smallGap + m_widest + Theme::smallGap, 2 * fontMetrics().lineSpacing()};
}

bool ClientButton::event(QEvent *event)
{
    // Hover changes the ground.
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

void ClientButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QPalette &colours = palette();
    if (underMouse() || isDown())
        painter.fillRect(rect(), Theme::colour(ColourRole::Hairline, colours));
    const ColourRole role = m_late ? ColourRole::Caution : ColourRole::Pass;
    const int line = fontMetrics().lineSpacing();
    const bool leftToRight = layoutDirection() == Qt::LeftToRight;
    const QRect icon(leftToRight ? 0 : width() - iconSide, (line - iconSide) / 2, iconSide, iconSide);
    Theme::icon(m_late ? u"caution"_s : u"check"_s, role).paint(&painter, icon);
    const int indent = iconSide + Theme::smallGap;
    const QRect words = rect().adjusted(leftToRight ? indent : 0, 0, leftToRight ? 0 : -indent, 0);
    const int flags = Qt::AlignTop | (leftToRight ? Qt::AlignLeft : Qt::AlignRight);
    painter.setPen(Theme::colour(role, colours));
    painter.drawText(words, flags, text().section(u'\n', 0, 0));
    painter.setPen(Theme::colour(ColourRole::Muted, colours));
    painter.drawText(words.adjusted(0, line, 0, 0), flags, text().section(u'\n', 1));
    if (hasFocus()) {
        painter.setPen(QPen(Theme::colour(ColourRole::Accent, colours), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ClientButton::openPanel()
{
    m_panel->openBelow(*this);
}

} // namespace streamgauge
