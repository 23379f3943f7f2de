// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/instrumentsetup.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace streamgauge {

class FormField;

/// What the next instrument check is asked to do.
class InstrumentForm final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentForm)

public:
    explicit InstrumentForm(QWidget *parent = nullptr);

    /// Nothing where a field is wrong: it says so.
    [[nodiscard]] std::optional<InstrumentSetup> setup();
    void setBusy(bool busy);

Q_SIGNALS:
    void checkRequested();

private:
    void layOut();
    void showProblems(const QString &ofStreams, const QString &ofInterval);

    QLineEdit *m_streams;
    QLineEdit *m_interval;
    QPushButton *m_again;
    FormField *m_streamsField = nullptr;
    FormField *m_intervalField = nullptr;
};

} // namespace streamgauge
