// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the catalog of counted texts ("1 request", "2 requests") wherever an application object is made.
#include <QCoreApplication>
#include <QTranslator>

namespace streamgauge {

namespace {

void installCatalog()
{
    auto *catalog = new QTranslator(QCoreApplication::instance());
    if (!catalog->load(QStringLiteral(":/streamgauge/translations/streamgauge_en.qm"))
        || !QCoreApplication::installTranslator(catalog))
        qWarning("The catalog of counted texts cannot be loaded.");
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(installCatalog)

} // namespace streamgauge
