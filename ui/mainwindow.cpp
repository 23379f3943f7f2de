// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

namespace streamgauge {

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent)
{
    resize(1000, 680);
}

} // namespace streamgauge
