// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

namespace streamgauge {

/// What assistive technology sees of a ChartView: one chart with its title and its summary, without the nameless
/// graphics view inside.
class ChartAccessible final : public QAccessibleWidget {
public:
    explicit ChartAccessible(QWidget *chart);

    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }

    /// Makes Qt use this class for every ChartView of the process.
    static void installOnce();
};

} // namespace streamgauge
