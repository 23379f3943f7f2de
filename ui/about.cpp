// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/about.h"

#include "models/core/version.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QMessageBox>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(About)
};

} // namespace

QString buildInWords()
{
    const QString commit = *buildCommit ? QString::fromUtf8(buildCommit) : Words::tr("unknown");
    return QString::fromUtf8(versionNumber) + u'\n'
        + (builtFromDirtyTree ? Words::tr("commit %1 (with uncommitted changes)") : Words::tr("commit %1")).arg(commit);
}

void showAbout(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setObjectName(u"aboutBox"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(Words::tr("About Streamgauge"));
    box->setIconPixmap(Theme::applicationIcon().pixmap(64, 64));
    box->setText(u"Streamgauge "_s + buildInWords());
    box->setInformativeText(
        Words::tr("Measures OpenAI-compatible streaming chat endpoints, and keeps what it measured so that another "
                  "person can check it.\n\nFree software under the GNU General Public License, version 3 or later."));
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->open();
}

} // namespace streamgauge
