// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace streamgauge {

/// One screen in the sidebar: icon above its name. Checked while its screen is shown, which an accent edge and the
/// raised ground mark.
class SidebarButton final : public QAbstractButton {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SidebarButton)

public:
    SidebarButton(const QString &iconName, const QString &text, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
};

} // namespace streamgauge
