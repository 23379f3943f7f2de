// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QLabel>
#include <QTest>
#include <QWidget>

namespace streamgauge::test {

/// No text in view turns the reading order, holds a control character or widens the window.
inline void checkTextsAreTame(const QWidget &window)
{
    const auto isTame = [](const QString &text) {
        return text.size() < 5000 && std::ranges::none_of(text, [](QChar c) {
            const bool control = c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
            return control && c != u'\n';
        });
    };
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        QVERIFY2(isTame(label->text()), qPrintable(label->objectName()));
        QVERIFY2(isTame(label->accessibleName()), qPrintable(label->objectName()));
    }
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        QVERIFY2(isTame(widget->accessibleName()), qPrintable(widget->objectName()));
        QVERIFY2(isTame(widget->accessibleDescription()), qPrintable(widget->objectName()));
        QVERIFY2(isTame(widget->toolTip()), qPrintable(widget->objectName()));
    }
    for (const QAbstractItemView *view : window.findChildren<QAbstractItemView *>()) {
        const QAbstractItemModel *model = view->model();
        for (int row = 0; model && row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column)
                QVERIFY2(isTame(model->index(row, column).data().toString()), qPrintable(view->objectName()));
        }
    }
    QVERIFY2(window.minimumSizeHint().width() <= 800, qPrintable(QString::number(window.minimumSizeHint().width())));
}

} // namespace streamgauge::test
