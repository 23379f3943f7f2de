// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/instrumentrun.h"

#include <QObject>

#include <optional>

namespace streamgauge {

/// Where an instrument check comes from, as the pages see it: InstrumentRun in the program, a fake in tests.
class InstrumentSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentSource)

public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void cancel() = 0; ///< finished() follows
    [[nodiscard]] virtual InstrumentProgress progress() const = 0;
    [[nodiscard]] virtual std::optional<InstrumentOutcome> outcome() const = 0;

Q_SIGNALS:
    void progressed();
    void finished();
};

} // namespace streamgauge
