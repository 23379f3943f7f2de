// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/gallery/gallerywindow.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStringList>
#include <QTimer>

// gallery [PAGE [WIDTHxHEIGHT [PICTURE]]]: shows one page, and writes it as a picture and ends when that is named.
int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    streamgauge::Theme::install(application);
    const QStringList arguments = QApplication::arguments();
    streamgauge::test::GalleryWindow window;
    window.showPage(arguments.value(1).toInt());
    const QStringList size = arguments.value(2).split(QLatin1Char('x'));
    window.resize(size.size() == 2 ? QSize(size[0].toInt(), size[1].toInt()) : QSize(1000, 680));
    window.show();
    if (arguments.size() > 3) {
        QTimer::singleShot(500, &window,
            [&window, picture = arguments[3]] { QApplication::exit(window.grab().save(picture) ? 0 : 1); });
    }
    return QApplication::exec();
}
