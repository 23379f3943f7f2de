// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statusword.h"

#include "ui/widgets/textlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace streamgauge {

StatusWord::StatusWord(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_word(new TextLabel(QString(), TextLabel::Size::Body, ColourRole::Text, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::gap - 2);
    layout->addWidget(m_icon);
    layout->addWidget(m_word, 1);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
}

void StatusWord::setStatus(Kind kind, const QString &word)
{
    m_kind = kind;
    m_word->setText(word);
    m_word->setRole(colour(kind));
    setAccessibleName(m_word->text());
    drawIcon();
}

void StatusWord::setSentence()
{
    m_word->setWordWrap(true);
    layout()->setAlignment(m_icon, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QString StatusWord::word() const
{
    return m_word->text();
}

QString StatusWord::iconName(Kind kind)
{
    switch (kind) {
    case Kind::Pass:
        return u"check"_s;
    case Kind::Fail:
        return u"cross"_s;
    case Kind::Caution:
        return u"caution"_s;
    case Kind::Info:
        return u"info"_s;
    }
    Q_UNREACHABLE();
}

ColourRole StatusWord::colour(Kind kind)
{
    switch (kind) {
    case Kind::Pass:
        return ColourRole::Pass;
    case Kind::Fail:
        return ColourRole::Fail;
    case Kind::Caution:
        return ColourRole::Caution;
    case Kind::Info:
        return ColourRole::Muted;
    }
    Q_UNREACHABLE();
}

void StatusWord::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
}

void StatusWord::drawIcon()
{
    // A label keeps pixels, not the icon: they are made anew for each scheme.
    m_icon->setPixmap(Theme::icon(iconName(m_kind), colour(m_kind)).pixmap(QSize(16, 16), devicePixelRatioF()));
}

} // namespace streamgauge
