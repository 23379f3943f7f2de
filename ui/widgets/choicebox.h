// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace streamgauge {

/// A few fixed choices in a form that scrolls: the wheel moves the page, never the choice.
class ChoiceBox final : public QComboBox {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChoiceBox)

public:
    explicit ChoiceBox(QWidget *parent = nullptr);

protected:
    void wheelEvent(QWheelEvent *event) override;
};

} // namespace streamgauge
