// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/recoveryoffer.h"

#include "app/record/recovery.h"
#include "ui/theme/theme.h"
#include "ui/widgets/messagestrip.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

RecoveryOffer::RecoveryOffer(QWidget *parent)
    : QWidget(parent)
    , m_strip(new MessageStrip(this))
{
    setObjectName(u"recoveryOffer"_s);
    m_strip->setObjectName(u"recoveryStrip"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::pageMargin, Theme::groupGap, Theme::pageMargin, 0);
    layout->addWidget(m_strip);
    connect(m_strip, &MessageStrip::actionTriggered, this, [this] { Q_EMIT recoverRequested(m_journals.front()); });
    hide();
}

void RecoveryOffer::lookInto(const QString &folder)
{
    m_journals = leftJournals(folder);
    setVisible(!m_journals.isEmpty());
    if (m_journals.isEmpty())
        return;
    const QFileInfo journal(m_journals.front());
    m_strip->showMessage(MessageStrip::Kind::Caution,
        tr("The program ended in the middle of a run on %1. What had been measured is kept in %2.")
            .arg(QLocale().toString(journal.lastModified(), QLocale::ShortFormat),
                QDir::toNativeSeparators(journal.filePath())),
        tr("Recover the run"));
}

} // namespace streamgauge
