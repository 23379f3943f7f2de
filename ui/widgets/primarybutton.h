// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace streamgauge {

/// The one thing to do on a screen, in the accent colour. It answers Enter.
class PrimaryButton final : public QPushButton {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrimaryButton)

public:
    explicit PrimaryButton(const QString &text, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyColours();
};

} // namespace streamgauge
