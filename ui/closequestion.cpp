// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/closequestion.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int iconSide = 32;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(CloseQuestion)
};

} // namespace

QMessageBox *askBeforeClosing(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setObjectName(u"closeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(Words::tr("Stop the run?"));
    box->setIconPixmap(Theme::icon(u"caution"_s, ColourRole::Caution).pixmap(iconSide, iconSide));
    box->setText(Words::tr("A run is under way."));
    box->setInformativeText(Words::tr("Stopping keeps what is measured so far, marked incomplete."));
    QPushButton *stop = box->addButton(Words::tr("&Stop and quit"), QMessageBox::DestructiveRole);
    stop->setObjectName(u"stopAndQuit"_s);
    QPushButton *goOn = box->addButton(Words::tr("&Go on"), QMessageBox::RejectRole);
    goOn->setObjectName(u"goOn"_s);
    box->setDefaultButton(goOn);
    box->setEscapeButton(goOn);
    // A destructive button ends the box without a verdict of its own.
    QObject::connect(stop, &QPushButton::clicked, box, &QDialog::accepted);
    box->open();
    return box;
}

} // namespace streamgauge
