// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/primarybutton.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>

namespace streamgauge {

PrimaryButton::PrimaryButton(const QString &text, QWidget *parent)
    : QPushButton(text, parent)
{
    setDefault(true);
    applyColours();
}

void PrimaryButton::changeEvent(QEvent *event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void PrimaryButton::applyColours()
{
    const QPalette application = QApplication::palette();
    const QColor accent = application.color(QPalette::Highlight);
    if (palette().color(QPalette::Active, QPalette::Button) == accent)
        return;
    QPalette own;
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        own.setColor(group, QPalette::Button, accent);
        own.setColor(group, QPalette::ButtonText, application.color(QPalette::HighlightedText));
    }
    own.setColor(QPalette::Disabled, QPalette::Button, Theme::colour(ColourRole::SurfaceRaised, application));
    own.setColor(QPalette::Disabled, QPalette::ButtonText, Theme::colour(ColourRole::Muted, application));
    setPalette(own);
}

} // namespace streamgauge
