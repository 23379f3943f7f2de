// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/messagestrip.h"

#include "ui/widgets/statusword.h"
#include "ui/widgets/textlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace streamgauge {

namespace {

constexpr int edgeWidth = 3;

StatusWord::Kind statusOf(MessageStrip::Kind kind)
{
    switch (kind) {
    case MessageStrip::Kind::Info:
        return StatusWord::Kind::Info;
    case MessageStrip::Kind::Caution:
        return StatusWord::Kind::Caution;
    case MessageStrip::Kind::Error:
        return StatusWord::Kind::Fail;
    }
    Q_UNREACHABLE();
}

} // namespace

MessageStrip::MessageStrip(QWidget *parent)
    : QFrame(parent)
    , m_word(new StatusWord(this))
    , m_text(new TextLabel(QString(), TextLabel::Size::Body, ColourRole::Text, this))
    , m_action(new QPushButton(this))
{
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action->setAutoDefault(false);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::gap + edgeWidth, Theme::gap, Theme::gap, Theme::gap);
    layout->setSpacing(Theme::groupGap);
    layout->addWidget(m_word, 0, Qt::AlignVCenter);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action, 0, Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    connect(m_action, &QPushButton::clicked, this, &MessageStrip::actionTriggered);
    hide();
}

void MessageStrip::showMessage(Kind kind, const QString &text, const QString &action)
{
    m_kind = kind;
    const QString word = kind == Kind::Info ? tr("Note") : kind == Kind::Caution ? tr("Caution") : tr("Error");
    m_word->setStatus(statusOf(kind), word);
    m_text->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(word);
    setAccessibleDescription(m_text->text());
    show();
    update();
}

QString MessageStrip::text() const
{
    return m_text->text();
}

void MessageStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::colour(ColourRole::SurfaceRaised, palette()));
    const ColourRole edge = StatusWord::colour(statusOf(m_kind));
    painter.fillRect(QRect(0, 0, edgeWidth, height()), Theme::colour(edge, palette()));
}

} // namespace streamgauge
