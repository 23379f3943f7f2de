// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/instrument/instrumentload.h"
#include "app/instrument/instrumentrun.h"
#include "app/instrument/timerfloor.h"
#include "app/simulator/simulatorprocess.h"
#include "app/threads/handover.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QTimer>

#include <memory>
#include <variant>

namespace streamgauge {

enum class InstrumentOrder { Cancel, Quit };
/// The outcome is the last.
using InstrumentNews = std::variant<InstrumentProgress, InstrumentOutcome>;

/// Takes a check through its steps in a thread of its own: the simulated endpoint, the bare timer, the streams, the
/// bare timer again.
class InstrumentController final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstrumentController)

public:
    /// `loop` ends at InstrumentOrder::Quit.
    InstrumentController(const InstrumentSetup &setup, Handover<InstrumentOrder> &orders,
        Handover<InstrumentNews> &news, QEventLoop &loop);
    ~InstrumentController() override;

    /// The first thing in the loop: a check may be cancelled before it starts.
    Q_INVOKABLE void begin();
    /// The bell of the orders.
    Q_INVOKABLE void takeOrders();

private:
    using Step = InstrumentProgress::Step;

    void enter(Step step);
    void tick();
    void watchTimers(Step step);
    Q_INVOKABLE void timersWatched();
    void runStreams();
    void conclude();
    void finish(InstrumentOutcome outcome);

    const InstrumentSetup m_setup;
    Handover<InstrumentOrder> &m_orders;
    Handover<InstrumentNews> &m_news;
    QEventLoop &m_loop;
    std::unique_ptr<SimulatorProcess> m_simulator;
    std::unique_ptr<InstrumentLoad> m_load;
    TimerFloor m_floor;
    std::vector<qint64> m_floorNs;
    QTimer m_ticker;
    QElapsedTimer m_inStep;
    Step m_step = Step::Starting;
    bool m_finished = false;
    InstrumentCheck m_check;
};

} // namespace streamgauge
