// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace streamgauge {

class TextLabel;

/// One number that matters, large, under its name, with a small line below: "TTFT p50", "184 ms", "p95 240  n 41".
/// It keeps its width while digits change, so that neighbours do not move.
class KeyNumber final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyNumber)

public:
    explicit KeyNumber(const QString &label, QWidget *parent = nullptr);

    void setLabel(const QString &label);
    /// "" is shown as a dash: not known yet.
    void setValue(const QString &value);
    void setDetail(const QString &detail);

    [[nodiscard]] QString value() const;
    [[nodiscard]] QString detail() const;

private:
    void describe();

    TextLabel *m_label = nullptr;
    TextLabel *m_value = nullptr;
    TextLabel *m_detail = nullptr;
};

} // namespace streamgauge
