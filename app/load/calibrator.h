// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatrequest.h"
#include "app/endpoint/streamaccessmanager.h"
#include "app/load/workerport.h"
#include "models/load/loadresult.h"

#include <QObject>

namespace streamgauge {

class CurlLoop;

/// Step 3 of the load method: up to four streamed requests of one token, one after the other, until the server counts
/// as many prompt tokens as were asked for. Lives in the thread of its loop.
class Calibrator final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Calibrator)

public:
    /// `endpoint` as the workers have it.
    Calibrator(CurlLoop &loop, WorkerSetup endpoint, const LoadPlan &plan);
    ~Calibrator() override;

    void start();

    [[nodiscard]] int requestsDone() const { return static_cast<int>(m_points.size()); }
    [[nodiscard]] const CalibrationReport &report() const { return m_report; }
    /// Why a request of it failed, "" when none did.
    [[nodiscard]] const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void finished();

private:
    void send();
    void ended();
    void goOn();
    [[nodiscard]] bool triedBefore(int words) const;

    WorkerSetup m_endpoint;
    LoadPlan m_plan;
    StreamAccessManager m_manager;
    ChatRequest m_request;
    std::vector<CalibrationPoint> m_points;
    CalibrationReport m_report;
    QString m_problem;
    int m_words = 0;
};

} // namespace streamgauge
