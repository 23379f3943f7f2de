// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/certificatefacts.h"

#include <QWidget>

class QGridLayout;

namespace streamgauge {

class TextLabel;

/// What a certificate says of itself, to compare with what whoever runs the server says.
class CertificateBox final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CertificateBox)

public:
    explicit CertificateBox(QWidget *parent = nullptr);

    void showFacts(const CertificateFacts &facts);

private:
    [[nodiscard]] TextLabel *addRow(QGridLayout &grid, const QString &name, const char *objectName);

    TextLabel *m_subject;
    TextLabel *m_names;
    TextLabel *m_issuer;
    TextLabel *m_validity;
    TextLabel *m_sha256;
};

} // namespace streamgauge
