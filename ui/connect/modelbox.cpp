// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/modelbox.h"

#include "models/endpoint/serverwords.h"
#include "ui/widgets/tabledelegate.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

namespace streamgauge {

ModelBox::ModelBox(QWidget *parent)
    : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    setMinimumContentsLength(24);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    lineEdit()->setPlaceholderText(tr("Choose a model, or type a part of its name"));
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    for (QAbstractItemView *list : {view(), completer()->popup()})
        list->setItemDelegate(new TableDelegate(list));
    connect(this, &QComboBox::activated, this, [this](int index) { Q_EMIT modelChosen(itemData(index).toString()); });
}

void ModelBox::setModels(const QStringList &ids, const QString &chosen)
{
    clear();
    for (const QString &id : ids)
        addItem(plainName(id), id);
    setCurrentIndex(static_cast<int>(ids.indexOf(chosen)));
}

QString ModelBox::model() const
{
    // What is typed is no choice until it is a whole name.
    return currentIndex() >= 0 && itemText(currentIndex()) == currentText() ? currentData().toString() : QString();
}

void ModelBox::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) {
        event->accept();
        return showPopup();
    }
    QComboBox::keyPressEvent(event);
}

void ModelBox::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

} // namespace streamgauge
