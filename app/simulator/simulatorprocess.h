// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace streamgauge {

/// The built-in simulated endpoint as its own process: starts `streamgauge-cli simulate --port 0 --owned`, reads its
/// address from the first line of its output, and ends it with itself.
class SimulatorProcess final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SimulatorProcess)

public:
    /// `program` is found beside the running program.
    explicit SimulatorProcess(QObject *parent = nullptr);
    explicit SimulatorProcess(const QString &program, QObject *parent = nullptr);
    ~SimulatorProcess() override;

    /// ready(url) or failed(error) follows, never from within this call. Nothing happens while it runs.
    void start(const QStringList &extraArguments = {});
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] QString url() const; ///< "" until ready, and again once it has ended

Q_SIGNALS:
    void ready(const QString &url);
    /// simulator.missing, simulator.start, simulator.answer, or simulator.ended where it ended on its own after
    /// ready().
    void failed(const streamgauge::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
