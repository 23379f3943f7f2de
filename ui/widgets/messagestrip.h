// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QFrame>

class QPushButton;

namespace streamgauge {

class StatusWord;
class TextLabel;

/// A message where it belongs, in the page: icon and word say how serious it is, one button at most says what to do.
class MessageStrip final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MessageStrip)

public:
    enum class Kind { Info, Caution, Error };

    explicit MessageStrip(QWidget *parent = nullptr);

    /// Shows the strip. `action` is the button's text; "" for no button.
    void showMessage(Kind kind, const QString &text, const QString &action = {});
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Info;
    StatusWord *m_word = nullptr;
    TextLabel *m_text = nullptr;
    QPushButton *m_action = nullptr;
};

} // namespace streamgauge
