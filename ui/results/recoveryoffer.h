// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace streamgauge {

class MessageStrip;

/// Offers the runs whose program ended before they did. Takes no room while there are none.
class RecoveryOffer final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryOffer)

public:
    explicit RecoveryOffer(QWidget *parent = nullptr);

    /// Looks for journals that were left behind in `folder`.
    void lookInto(const QString &folder);

Q_SIGNALS:
    void recoverRequested(const QString &journal);

private:
    QStringList m_journals;
    MessageStrip *m_strip;
};

} // namespace streamgauge
