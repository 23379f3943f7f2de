// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/instrumentsetup.h"
#include "models/load/instrumentcheck.h"

#include <QObject>

#include <memory>
#include <optional>

namespace streamgauge {

struct InstrumentProgress {
    enum class Step { Starting, Timers, Connecting, Streams, TimersAgain };
    Step step = Step::Starting;
    double share = 0; ///< of the whole check that is done, 0 to 1
};

/// Neither check nor error: it was cancelled.
struct InstrumentOutcome {
    std::optional<InstrumentCheck> check;
    std::optional<Error> error; ///< of InstrumentSetup::check(), or simulator.*
};

/// One instrument check, seen from the thread that made it. The work is done by a controller in a thread of its own.
/// start() once; cancel() is legal before, during and after; the destructor cancels and waits.
class InstrumentRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentRun)

public:
    explicit InstrumentRun(InstrumentSetup setup, QObject *parent = nullptr);
    ~InstrumentRun() override;

    void start();
    void cancel();
    [[nodiscard]] const InstrumentProgress &progress() const;
    [[nodiscard]] const std::optional<InstrumentOutcome> &outcome() const; ///< once finished

Q_SIGNALS:
    void progressed();
    void finished();

private:
    Q_INVOKABLE void takeNews();

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
