// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/chunkmeter.h"
#include "app/instrument/instrumentsetup.h"
#include "models/endpoint/endpointaddress.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace streamgauge {

class PhaseRunner;

/// The measuring part of a check: the phase runner that measures endpoints, on a simulated one. Three answers a slot,
/// the first ones of spread lengths, so that from then on streams end and begin all the time.
class InstrumentLoad final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentLoad)

public:
    InstrumentLoad(const EndpointAddress &endpoint, const InstrumentSetup &setup, QObject *parent = nullptr);
    ~InstrumentLoad() override;

    void start();

    /// What it found; once it has ended.
    void tell(InstrumentCheck &check);

    /// Tokens that answer number `number` has, one a chunk.
    [[nodiscard]] static int tokensOf(const InstrumentSetup &setup, quint64 number);

Q_SIGNALS:
    void started(); ///< connections stand, the first requests go out
    void ended();

private:
    void begun();
    void over();

    const InstrumentSetup m_setup;
    ChunkMeter m_meter;
    std::unique_ptr<PhaseRunner> m_runner;
    QTimer m_timeIsUp;
    qint64 m_begunNs = 0;
    qint64 m_begunCpuNs = 0;
    qint64 m_durationNs = 0;
    qint64 m_cpuNs = 0;
};

} // namespace streamgauge
