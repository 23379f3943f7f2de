// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/presetoption.h"

#include "ui/theme/theme.h"
#include "ui/widgets/textlabel.h"

#include <QMouseEvent>
#include <QRadioButton>
#include <QStyle>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

PresetOption::PresetOption(const Preset &preset, QWidget *parent)
    : QWidget(parent)
    , m_button(new QRadioButton(preset.question, this))
    , m_cost(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
{
    setObjectName(u"option_"_s + preset.id);
    m_button->setObjectName(u"preset_"_s + preset.id);
    m_cost->setObjectName(u"cost_"_s + preset.id);
    auto *work = new TextLabel(preset.work, TextLabel::Size::Body, ColourRole::Muted, this);
    for (TextLabel *label : {work, m_cost})
        label->setWordWrap(true);

    auto *words = new QVBoxLayout;
    const int textIndent = style()->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth, nullptr, m_button)
        + style()->pixelMetric(QStyle::PM_RadioButtonLabelSpacing, nullptr, m_button);
    words->setContentsMargins(textIndent, 0, 0, 0);
    words->setSpacing(0);
    words->addWidget(work);
    words->addWidget(m_cost);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::smallGap);
    layout->addWidget(m_button);
    layout->addLayout(words);
}

void PresetOption::setCost(const QString &cost)
{
    m_cost->setText(cost);
    m_cost->setVisible(!cost.isEmpty());
    m_button->setAccessibleDescription(cost);
}

void PresetOption::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        m_button->click();
    QWidget::mousePressEvent(event);
}

} // namespace streamgauge
