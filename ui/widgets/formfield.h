// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace streamgauge {

class StatusWord;
class TextLabel;

/// A field of a form: its label above it, help in muted text below, and what is wrong with its content, if anything.
/// The label is the field's buddy, which also gives the field its accessible name.
class FormField final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormField)

public:
    /// An ampersand in the label marks the key that leads to the field.
    FormField(const QString &label, QWidget *field, const QString &help = {}, QWidget *parent = nullptr);

    /// Of a field of several parts, the one that the label leads to.
    void leadTo(QWidget *part);
    void setHelp(const QString &help);
    /// "" when the content is right again.
    void setProblem(const QString &problem);

private:
    TextLabel *m_label = nullptr;
    QWidget *m_field = nullptr;
    TextLabel *m_help = nullptr;
    StatusWord *m_problem = nullptr;
};

} // namespace streamgauge
