// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/keynumber.h"

#include "ui/widgets/textlabel.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr QChar dash{0x2013};

/// As wide as it has ever been.
void setSteadyText(TextLabel *label, const QString &text)
{
    label->setText(text);
    label->setMinimumWidth(std::max(label->minimumWidth(), label->sizeHint().width()));
}

} // namespace

KeyNumber::KeyNumber(const QString &label, QWidget *parent)
    : QWidget(parent)
    , m_label(new TextLabel(label, TextLabel::Size::Caption, ColourRole::Muted, this))
    , m_value(new TextLabel(QString(dash), TextLabel::Size::KeyNumber, ColourRole::Text, this))
    , m_detail(new TextLabel(QString(), TextLabel::Size::Caption, ColourRole::Muted, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (TextLabel *part : {m_label, m_value, m_detail}) {
        part->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(part);
    }
    m_detail->hide();
    describe();
}

void KeyNumber::setLabel(const QString &label)
{
    m_label->setText(label);
    describe();
}

void KeyNumber::setValue(const QString &value)
{
    setSteadyText(m_value, value.isEmpty() ? QString(dash) : value);
    describe();
}

void KeyNumber::setDetail(const QString &detail)
{
    setSteadyText(m_detail, detail);
    m_detail->setVisible(!detail.isEmpty());
    describe();
}

QString KeyNumber::value() const
{
    return m_value->text();
}

QString KeyNumber::detail() const
{
    return m_detail->text();
}

void KeyNumber::describe()
{
    setAccessibleName(m_label->text() + u": "_s + m_value->text());
    setAccessibleDescription(m_detail->text());
}

} // namespace streamgauge
