// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choicebox.h"

#include "ui/widgets/tabledelegate.h"

#include <QAbstractItemView>
#include <QWheelEvent>

namespace streamgauge {

ChoiceBox::ChoiceBox(QWidget *parent)
    : QComboBox(parent)
{
    view()->setItemDelegate(new TableDelegate(view()));
    setFocusPolicy(Qt::StrongFocus); // Qt's own takes the wheel too
}

void ChoiceBox::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

} // namespace streamgauge
