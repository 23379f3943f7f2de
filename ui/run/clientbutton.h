// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/clientlateness.h"

#include <QAbstractButton>

namespace streamgauge {

class ClientPanel;

/// "client ok" or what is wrong, as icon and word, above its figure and limit. A press opens all figures. It keeps its
/// width while digits change, so that neighbours do not move.
class ClientButton final : public QAbstractButton {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientButton)

public:
    explicit ClientButton(QWidget *parent = nullptr);

    void setLateness(const ClientLateness &lateness);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void openPanel();

    ClientPanel *m_panel;
    bool m_late = false;
    int m_widest = 0;
};

} // namespace streamgauge
