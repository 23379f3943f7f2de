// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/certificatebox.h"

#include "ui/theme/theme.h"
#include "ui/widgets/textlabel.h"

#include <QGridLayout>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString orNone(const QString &text)
{
    return text.isEmpty() ? CertificateBox::tr("none named") : text;
}

QString dayOf(const QDateTime &time)
{
    return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
}

/// In two lines of the same length: easier to compare, and no wider than the form.
QString inTwoLines(const QString &fingerprint)
{
    const qsizetype middle = fingerprint.size() / 2;
    return fingerprint.left(middle) + u'\n' + fingerprint.mid(middle + 1);
}

} // namespace

CertificateBox::CertificateBox(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"certificate"_s);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(Theme::groupGap);
    grid->setVerticalSpacing(Theme::smallGap);
    grid->setColumnStretch(1, 1);
    m_subject = addRow(*grid, tr("Issued to"), "certificateSubject");
    m_names = addRow(*grid, tr("For hosts"), "certificateNames");
    m_issuer = addRow(*grid, tr("Issued by"), "certificateIssuer");
    m_validity = addRow(*grid, tr("Valid"), "certificateValidity");
    m_sha256 = addRow(*grid, tr("SHA-256"), "certificateSha256");
    auto *advice = new TextLabel(tr("Trust it only if whoever runs the server tells you the same SHA-256. Then this "
                                    "certificate is accepted for this endpoint and session, and no other."),
        TextLabel::Size::Body, ColourRole::Muted, this);
    advice->setWordWrap(true);
    grid->addWidget(advice, grid->rowCount(), 0, 1, 2);
}

TextLabel *CertificateBox::addRow(QGridLayout &grid, const QString &name, const char *objectName)
{
    const int row = grid.rowCount();
    auto *label = new TextLabel(name, TextLabel::Size::Body, ColourRole::Muted, this);
    auto *value = new TextLabel({}, TextLabel::Size::Body, ColourRole::Text, this);
    value->setObjectName(QString::fromLatin1(objectName));
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setBuddy(value);
    grid.addWidget(label, row, 0, Qt::AlignTop);
    grid.addWidget(value, row, 1);
    return value;
}

void CertificateBox::showFacts(const CertificateFacts &facts)
{
    m_subject->setText(orNone(facts.subject));
    m_names->setText(orNone(facts.names));
    m_issuer->setText(orNone(facts.issuer));
    m_validity->setText(tr("from %1 to %2").arg(dayOf(facts.validFrom), dayOf(facts.validTo)));
    m_sha256->setText(inTwoLines(fingerprintText(facts.sha256)));
}

} // namespace streamgauge
