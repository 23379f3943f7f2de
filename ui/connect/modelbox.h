// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace streamgauge {

/// The served models to choose from: a part of a name may be typed. Only Enter or a click chooses, because each choice
/// starts a test: the arrow keys open the list, and the wheel scrolls the page.
class ModelBox final : public QComboBox {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelBox)

public:
    explicit ModelBox(QWidget *parent = nullptr);

    /// Ids as the server gave them, shown as plainName(). `chosen` may be "".
    void setModels(const QStringList &ids, const QString &chosen);
    /// "" where none is chosen.
    [[nodiscard]] QString model() const;

Q_SIGNALS:
    void modelChosen(const QString &id);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
};

} // namespace streamgauge
