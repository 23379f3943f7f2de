// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;

namespace streamgauge {

class TextLabel;

/// A status as icon and word in the colour of its kind: never by colour alone.
class StatusWord final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusWord)

public:
    enum class Kind { Pass, Fail, Caution, Info };

    explicit StatusWord(QWidget *parent = nullptr);

    void setStatus(Kind kind, const QString &word);
    [[nodiscard]] QString word() const;
    /// For a whole sentence: it may take several lines, and all the width there is.
    void setSentence();

    [[nodiscard]] static QString iconName(Kind kind);
    [[nodiscard]] static ColourRole colour(Kind kind);

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcon();

    Kind m_kind = Kind::Info;
    QLabel *m_icon = nullptr;
    TextLabel *m_word = nullptr;
};

} // namespace streamgauge
