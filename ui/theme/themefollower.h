// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace streamgauge {

/// Keeps the application's palette at ours for the system's scheme, light or dark. Lives as long as the application.
class ThemeFollower final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ThemeFollower)

public:
    explicit ThemeFollower(QApplication &application);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();
    [[nodiscard]] bool systemIsDark() const;
    void chooseStyle(bool dark);

    bool m_applying = false;
};

} // namespace streamgauge
