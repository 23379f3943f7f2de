// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/helpwindow.h"

#include "models/load/definitions.h"
#include "models/load/warningcatalog.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString warningsPage()
{
    QString html = u"<h3>%1</h3>"_s.arg(HelpWindow::tr("What warnings mean").toHtmlEscaped());
    for (const WarningInfo &info : WarningCatalog::all()) {
        html +=
            u"<p><b>%1</b><br>%2<br>%3</p>"_s.arg(info.code, info.meaning.toHtmlEscaped(), info.fix.toHtmlEscaped());
    }
    return html;
}

} // namespace

HelpWindow::HelpWindow(QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"helpWindow"_s);
    setWindowTitle(tr("How each number is defined"));
    resize(640, 560);

    auto *text = new QTextBrowser(this);
    text->setObjectName(u"definitions"_s);
    text->setAccessibleName(windowTitle());
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(Definitions::page() + warningsPage());

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({}); // no other button of the window has one of the style's
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::groupGap, Theme::groupGap, Theme::groupGap, Theme::groupGap);
    layout->addWidget(text);
    layout->addWidget(buttons);
}

} // namespace streamgauge
