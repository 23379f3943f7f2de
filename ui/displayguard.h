// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtMessageHandler>

namespace streamgauge {

/// Stands while the QApplication is made. Where that fails for want of a display, Qt would abort; here one line on
/// standard error says what is missing, and the program ends with exit code 2. Where it is made, what Qt had to say is
/// said when this goes. One at a time.
class DisplayGuard final {
public:
    DisplayGuard();
    ~DisplayGuard();
    Q_DISABLE_COPY_MOVE(DisplayGuard)
};

} // namespace streamgauge
