// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMessageBox;
class QWidget;

namespace streamgauge {

/// Asks whether the run under way is to be stopped so that the window can close; accepted() is yes. Open, not waited
/// for; it goes away by itself.
[[nodiscard]] QMessageBox *askBeforeClosing(QWidget *parent);

} // namespace streamgauge
