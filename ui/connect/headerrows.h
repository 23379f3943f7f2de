// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/secretheader.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace streamgauge {

/// Headers to send with every request: rows of a name and a value, which is hidden as a key is.
class HeaderRows final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeaderRows)

public:
    explicit HeaderRows(QWidget *parent = nullptr);

    /// As typed, the empty rows too.
    [[nodiscard]] QList<SecretHeader> headers() const;
    void focusFirst();
    /// In the order of Tab.
    [[nodiscard]] QList<QWidget *> focusOrder() const;

Q_SIGNALS:
    void edited();

private:
    void addRow();

    struct Row {
        QLineEdit *name;
        QLineEdit *value;
    };
    std::vector<Row> m_rows;
    QVBoxLayout *m_layout;
    QPushButton *m_add;
};

} // namespace streamgauge
