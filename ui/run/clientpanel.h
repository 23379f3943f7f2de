// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/clientlateness.h"

#include <QFrame>

#include <vector>

class QGridLayout;

namespace streamgauge {

class StatusWord;
class TextLabel;

/// All figures of the client beside their limits: the evidence behind "client ok". A popup; it closes at a click
/// elsewhere and at Escape, and its numbers go on while it is open.
class ClientPanel final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientPanel)

public:
    explicit ClientPanel(QWidget *parent);

    void setFigures(const std::vector<ClientFigure> &figures);
    /// Under that widget, or above it where the screen ends.
    void openBelow(const QWidget &widget);

private:
    struct Row {
        TextLabel *name;
        TextLabel *value;
        TextLabel *limit;
        StatusWord *word;
    };
    void addRow();
    void showFigures();

    QGridLayout *m_grid;
    std::vector<Row> m_rows;
    std::vector<ClientFigure> m_figures;
};

} // namespace streamgauge
