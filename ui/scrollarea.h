// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace streamgauge {

/// A page that is higher than its window. It takes no focus itself: what is in it does, and is scrolled into view.
class ScrollArea final : public QScrollArea {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScrollArea)

public:
    /// Takes the content over.
    ScrollArea(QWidget *content, QWidget *parent);
};

} // namespace streamgauge
