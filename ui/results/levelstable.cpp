// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/levelstable.h"

#include "models/items/levelsmodel.h"
#include "ui/fittedrows.h"
#include "ui/results/levelspresentation.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/textlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

LevelsTable::LevelsTable(QWidget *parent)
    : QWidget(parent)
    , m_levels(new LevelsModel(this))
    , m_presentation(new LevelsPresentation(this))
    , m_table(new TableView(this))
    , m_notes(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_definition(new TextLabel({}, TextLabel::Size::Body, ColourRole::Muted, this))
    , m_more(new QPushButton(tr("More columns"), this))
{
    setUpTable();
    m_notes->setObjectName(u"levelNotes"_s);
    m_notes->setWordWrap(true);
    m_definition->setObjectName(u"definition"_s);
    m_definition->setWordWrap(true);
    // Two lines are kept free, so that nothing moves while the cursor walks over the columns.
    m_definition->setMinimumHeight(2 * m_definition->fontMetrics().lineSpacing());
    m_definition->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_more->setObjectName(u"moreColumns"_s);
    m_more->setCheckable(true);
    layOut();
    showColumns();
    connect(m_more, &QPushButton::toggled, this, [this](bool all) {
        m_more->setText(all ? tr("Fewer columns") : tr("More columns"));
        showColumns();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) { showDefinition(current.column()); });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, &LevelsTable::showDefinition);
}

void LevelsTable::setUpTable()
{
    m_presentation->setSourceModel(m_levels);
    m_table->setModel(m_presentation);
    m_table->setObjectName(u"levels"_s);
    m_table->setAccessibleName(tr("Summary, a row a level"));
    new FittedRows(*m_table);
}

void LevelsTable::layOut()
{
    auto *below = new QHBoxLayout;
    below->setSpacing(Theme::groupGap);
    below->addWidget(m_definition, 1);
    below->addWidget(m_more, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::gap);
    layout->addWidget(m_table);
    layout->addWidget(m_notes);
    layout->addLayout(below);
}

void LevelsTable::setRows(const std::vector<SummaryRow> &rows)
{
    m_levels->setRows(rows);
    m_notes->setText(summaryNotes(rows).join(u'\n'));
    m_notes->setVisible(!m_notes->text().isEmpty());
    m_table->resizeColumnsToContents();
    m_table->selectionModel()->setCurrentIndex(
        m_presentation->index(0, LevelsModel::TtftP50Column), QItemSelectionModel::NoUpdate);
    showDefinition(LevelsModel::TtftP50Column);
    setVisible(!rows.empty());
}

void LevelsTable::showColumns()
{
    for (int column = 0; column < LevelsModel::ColumnCount; ++column)
        m_table->setColumnHidden(column, LevelsPresentation::isRarelyNeeded(column) && !m_more->isChecked());
    m_table->resizeColumnsToContents();
}

void LevelsTable::showDefinition(int column)
{
    m_definition->setText(m_presentation->definition(column));
}

} // namespace streamgauge
