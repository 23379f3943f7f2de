// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QObject>
#include <QString>

namespace streamgauge {

/// The built-in simulated endpoint, as the pages see it: SimulatorProcess in the program, a fake in tests.
class SimulatorSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SimulatorSource)

public:
    using QObject::QObject;

    virtual void start() = 0;
    [[nodiscard]] virtual bool isRunning() const = 0;
    [[nodiscard]] virtual QString url() const = 0; ///< "" until ready

Q_SIGNALS:
    void ready(const QString &url);
    void failed(const streamgauge::Error &error);
};

} // namespace streamgauge
