// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace streamgauge {

class MessageStrip;

/// A page with nothing to show yet: one sentence, and the button that changes it.
class EmptyState final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyState)

public:
    EmptyState(const QString &title, const QString &sentence, QWidget *parent = nullptr);

    /// The first one is the primary button.
    QPushButton *addButton(const QString &text, const QString &objectName);
    /// Why there is nothing, above the buttons; "" for no such reason.
    void setProblem(const QString &problem);

private:
    QHBoxLayout *m_buttons;
    MessageStrip *m_problem;
    bool m_hasPrimary = false;
};

} // namespace streamgauge
