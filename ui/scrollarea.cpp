// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scrollarea.h"

namespace streamgauge {

ScrollArea::ScrollArea(QWidget *content, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setWidget(content);
}

} // namespace streamgauge
