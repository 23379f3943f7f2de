// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/textlabel.h"

#include "models/endpoint/serverwords.h"

#include <QApplication>
#include <QEvent>

#include <algorithm>

namespace streamgauge {

namespace {

QFont fontFor(TextLabel::Size size, const QFont &base)
{
    switch (size) {
    case TextLabel::Size::Caption:
        return Theme::caption(base);
    case TextLabel::Size::Body:
        return base;
    case TextLabel::Size::Heading:
        return Theme::heading(base);
    case TextLabel::Size::KeyNumber:
        return Theme::keyNumber(base);
    }
    Q_UNREACHABLE();
}

} // namespace

TextLabel::TextLabel(const QString &text, Size size, ColourRole role, QWidget *parent)
    : QLabel(parent)
    , m_size(size)
    , m_role(role)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    followParent();
    applyColour();
}

void TextLabel::setText(const QString &text)
{
    QLabel::setText(plainLines(text));
}

QSize TextLabel::minimumSizeHint() const
{
    constexpr int longest = 60; // characters; what the window's own texts never have in one piece
    const QSize hint = QLabel::minimumSizeHint();
    return {std::min(hint.width(), longest * fontMetrics().averageCharWidth()), hint.height()};
}

void TextLabel::setRole(ColourRole role)
{
    m_role = role;
    applyColour();
}

bool TextLabel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_followed && event->type() == QEvent::FontChange)
        applyFont();
    return QLabel::eventFilter(watched, event);
}

void TextLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColour();
    else if (event->type() == QEvent::ParentChange)
        followParent();
}

void TextLabel::followParent()
{
    // A size of its own shields a label from its parent's font: Qt tells it nothing of a change.
    if (m_followed)
        m_followed->removeEventFilter(this);
    m_followed = parentWidget();
    if (m_followed)
        m_followed->installEventFilter(this);
    applyFont();
}

void TextLabel::applyFont()
{
    const QFont font = fontFor(m_size, m_followed ? m_followed->font() : QApplication::font());
    if (font != this->font())
        setFont(font);
}

void TextLabel::applyColour()
{
    // Plain text keeps the inherited colour, so that it follows by itself.
    if (m_role == ColourRole::Text) {
        if (testAttribute(Qt::WA_SetPalette))
            setPalette(QPalette());
        return;
    }
    const QColor colour = Theme::colour(m_role, QApplication::palette());
    if (palette().color(QPalette::WindowText) == colour)
        return;
    QPalette own;
    own.setColor(QPalette::WindowText, colour);
    setPalette(own);
}

} // namespace streamgauge
