// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/runevent.h"

#include <QObject>

#include <vector>

namespace streamgauge {

/// Where a run's events come from, as the pages see it: LoadRun in the program, a fake in tests.
class RunSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunSource)

public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void stop() = 0;
    [[nodiscard]] virtual std::vector<RunEvent> takeEvents() = 0;

Q_SIGNALS:
    void eventsReady();
};

} // namespace streamgauge
