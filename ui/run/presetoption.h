// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/presets.h"

#include <QWidget>

class QRadioButton;

namespace streamgauge {

class TextLabel;

/// One preset to choose: its question, what it sends, and what that costs. The whole row takes a click.
class PresetOption final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PresetOption)

public:
    explicit PresetOption(const Preset &preset, QWidget *parent = nullptr);

    [[nodiscard]] QRadioButton *button() const { return m_button; }
    void setCost(const QString &cost);

protected:
    void mousePressEvent(QMouseEvent *event) override;

private:
    QRadioButton *m_button;
    TextLabel *m_cost;
};

} // namespace streamgauge
