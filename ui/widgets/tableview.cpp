// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableview.h"

#include "ui/theme/theme.h"
#include "ui/widgets/tabledelegate.h"
#include "ui/widgets/tableheader.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString plainCell(const QVariant &value)
{
    QString text = value.toString();
    for (const QChar separator : {u'\t', u'\n', u'\r'})
        text.replace(separator, u' ');
    return text;
}

} // namespace

TableView::TableView(QWidget *parent)
    : QTableView(parent)
    , m_delegate(new TableDelegate(this))
{
    setItemDelegate(m_delegate);
    setHorizontalHeader(new TableHeader(this));
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(Theme::rowHeight);
    verticalHeader()->setMinimumSectionSize(Theme::rowHeight);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setCornerButtonEnabled(false);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setEditTriggers(NoEditTriggers);
}

QString TableView::selectionAsText() const
{
    if (model() == nullptr)
        return {};
    QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        for (int row = 0; row < model()->rowCount(); ++row)
            rows.append(model()->index(row, 0));
    }
    std::sort(rows.begin(), rows.end());

    QList<int> columns;
    for (int visual = 0; visual < model()->columnCount(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns.append(column);
    }
    QStringList lines;
    QStringList cells;
    for (const int column : columns)
        cells.append(plainCell(model()->headerData(column, Qt::Horizontal)).trimmed());
    lines.append(cells.join(u'\t'));
    for (const QModelIndex &row : rows) {
        cells.clear();
        for (const int column : columns)
            cells.append(plainCell(row.siblingAtColumn(column).data()));
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n') + u'\n';
}

void TableView::copySelection() const
{
    QGuiApplication::clipboard()->setText(selectionAsText());
}

int TableView::heightForRows(int rows) const
{
    return horizontalHeader()->sizeHint().height() + rows * Theme::rowHeight + 2 * frameWidth();
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::mouseMoveEvent(QMouseEvent *event)
{
    hoverRow(indexAt(event->position().toPoint()).row());
    QTableView::mouseMoveEvent(event);
}

void TableView::leaveEvent(QEvent *event)
{
    hoverRow(-1);
    QTableView::leaveEvent(event);
}

void TableView::hoverRow(int row)
{
    if (row == m_delegate->hoveredRow())
        return;
    m_delegate->setHoveredRow(row);
    viewport()->update();
}

} // namespace streamgauge
