// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartaccessible.h"

#include "ui/charts/chartview.h"

namespace streamgauge {

namespace {

QAccessibleInterface *interfaceFor(const QString &, QObject *object)
{
    auto *chart = qobject_cast<ChartView *>(object);
    return chart != nullptr ? new ChartAccessible(chart) : nullptr;
}

} // namespace

ChartAccessible::ChartAccessible(QWidget *chart)
    : QAccessibleWidget(chart, QAccessible::Chart)
{
}

void ChartAccessible::installOnce()
{
    static const bool installed = [] {
        QAccessible::installFactory(interfaceFor);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace streamgauge
