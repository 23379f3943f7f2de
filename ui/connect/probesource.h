// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/probe.h"

#include <QObject>

#include <optional>
#include <vector>

namespace streamgauge {

/// Where a connection test comes from, as the pages see it: ProbeRun in the program, a fake in tests.
class ProbeSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeSource)

public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void cancel() = 0;
    [[nodiscard]] virtual std::vector<ProbeStep> takeSteps() = 0;
    [[nodiscard]] virtual std::optional<Probe::Outcome> outcome() const = 0;

Q_SIGNALS:
    void stepsReady();
    void finished();
};

} // namespace streamgauge
