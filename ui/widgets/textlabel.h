// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QLabel>
#include <QPointer>

namespace streamgauge {

/// A label in one of the sizes and colours of the theme. Its size is relative to its parent's
/// font. It follows a change of font and scheme.
/// The text is plain: what a server said cannot become markup, nor turn the reading order round, and however long it is
/// the window keeps its size.
class TextLabel final : public QLabel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TextLabel)

public:
    enum class Size { Caption, Body, Heading, KeyNumber };

    explicit TextLabel(
        const QString &text, Size size = Size::Body, ColourRole role = ColourRole::Text, QWidget *parent = nullptr);

    /// As plainLines() leaves it.
    void setText(const QString &text);
    void setRole(ColourRole role);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void followParent();
    void applyFont();
    void applyColour();

    Size m_size = Size::Body;
    ColourRole m_role = ColourRole::Text;
    QPointer<QWidget> m_followed;
};

} // namespace streamgauge
