// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fittedrows.h"

#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

namespace streamgauge {

FittedRows::FittedRows(TableView &table)
    : QObject(&table)
    , m_table(table)
{
    table.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.installEventFilter(this);
    connect(table.model(), &QAbstractItemModel::rowsInserted, this, &FittedRows::fit);
    connect(table.model(), &QAbstractItemModel::dataChanged, this, &FittedRows::fit);
    connect(table.model(), &QAbstractItemModel::modelReset, this, &FittedRows::fit);
    // Narrower columns wrap their text into higher rows. A column that stretches still has its old width when it says
    // so: the rows are fitted once more when all of them have their new one.
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &FittedRows::fit);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &FittedRows::fit, Qt::QueuedConnection);
    fit();
}

bool FittedRows::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        fit();
    return QObject::eventFilter(watched, event);
}

void FittedRows::fit()
{
    if (m_fitting)
        return;
    const QScopedValueRollback guard(m_fitting, true);
    if (m_table.wordWrap())
        m_table.resizeRowsToContents();
    const QHeaderView &header = *m_table.horizontalHeader();
    int height = m_table.verticalHeader()->length() + 2 * m_table.frameWidth();
    if (!header.isHidden()) {
        height += header.sizeHint().height();
        if (header.length() > m_table.width())
            height += m_table.horizontalScrollBar()->sizeHint().height();
    }
    m_table.setFixedHeight(height);
}

} // namespace streamgauge
