// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/themefollower.h"

#include "ui/theme/plainstyle.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QStyle>

namespace streamgauge {

ThemeFollower::ThemeFollower(QApplication &application)
    : QObject(&application)
{
    apply();
    application.installEventFilter(this);
}

bool ThemeFollower::eventFilter(QObject *watched, QEvent *event)
{
    // Windows are told of a new system theme by ThemeChange; the application's own palette hides it from everyone else.
    if (event->type() == QEvent::ThemeChange && watched->isWindowType() && !m_applying)
        apply();
    return QObject::eventFilter(watched, event);
}

void ThemeFollower::apply()
{
    m_applying = true;
    const bool dark = systemIsDark();
    chooseStyle(dark);
    QApplication::setPalette(Theme::palette(dark));
    m_applying = false;
}

bool ThemeFollower::systemIsDark() const
{
    const QString wanted = qEnvironmentVariable("STREAMGAUGE_SCHEME");
    if (wanted == u"dark" || wanted == u"light")
        return wanted == u"dark";
    // Qt 6.4 has no public word for the scheme; the system's palette, seen once ours is taken away, tells it.
    QApplication::setPalette(QPalette());
    return Theme::isDark(QApplication::palette());
}

void ThemeFollower::chooseStyle(bool dark)
{
    const QString style = QApplication::style()->name();
    // Where the platform has no style of its own Qt takes Fusion or "windows"; "windowsvista" cannot draw dark.
    if (style == u"fusion" || style == u"windows" || (style == u"windowsvista" && dark))
        QApplication::setStyle(new PlainStyle);
}

void Theme::install(QApplication &application)
{
    QApplication::setWindowIcon(applicationIcon());
    new ThemeFollower(application);
}

} // namespace streamgauge
