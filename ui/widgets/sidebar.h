// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QButtonGroup;
class QVBoxLayout;

namespace streamgauge {

class SidebarButton;

/// The column of screens at the window's edge. Tab reaches it, the arrow keys move within it.
class Sidebar final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Sidebar)

public:
    explicit Sidebar(QWidget *parent = nullptr);

    /// The index counts from 0 in the order of adding, the foot included.
    int addScreen(const QString &iconName, const QString &text);
    /// At the foot of the column.
    int addAtFoot(const QString &iconName, const QString &text);
    /// Does not emit.
    void setCurrent(int index);
    [[nodiscard]] int current() const;
    [[nodiscard]] SidebarButton *button(int index) const;

Q_SIGNALS:
    void screenRequested(int index);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int add(const QString &iconName, const QString &text, bool atFoot);

    QVBoxLayout *m_layout = nullptr;
    QButtonGroup *m_group = nullptr;
    int m_aboveFoot = 0;
};

} // namespace streamgauge
