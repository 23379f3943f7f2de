// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace streamgauge {

/// How each number is defined, beside the main window, which stays usable.
class HelpWindow final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HelpWindow)

public:
    explicit HelpWindow(QWidget *parent = nullptr);
};

} // namespace streamgauge
