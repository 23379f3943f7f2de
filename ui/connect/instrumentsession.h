// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/backends.h"

#include <QObject>

#include <optional>

namespace streamgauge {

/// The instrument checks of this window: the one under way and the last one made.
class InstrumentSession final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentSession)

public:
    explicit InstrumentSession(Backends backends, QObject *parent = nullptr);

    /// One check at a time; ignored while one is on.
    void start(const InstrumentSetup &setup);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_source != nullptr; }
    /// What was asked last.
    [[nodiscard]] const InstrumentSetup &setup() const { return m_setup; }
    [[nodiscard]] InstrumentProgress progress() const;
    /// Why the last one could not be made.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// The last that was made, whatever came of later ones.
    [[nodiscard]] const std::optional<InstrumentCheck> &check() const { return m_check; }

Q_SIGNALS:
    void changed();
    void progressed();

private:
    void take();

    Backends m_backends;
    InstrumentSource *m_source = nullptr;
    InstrumentSetup m_setup;
    std::optional<Error> m_error;
    std::optional<InstrumentCheck> m_check;
};

} // namespace streamgauge
