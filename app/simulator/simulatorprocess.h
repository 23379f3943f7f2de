// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QObject>
#include <QString>

#include <memory>

namespace streamgauge {

/// The built-in simulated endpoint as its own process: starts `streamgauge-cli simulate --port 0 --owned`, reads its
/// address from the first line of its output, and ends it with itself.
class SimulatorProcess final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SimulatorProcess)

public:
    explicit SimulatorProcess(QObject *parent = nullptr);
    ~SimulatorProcess() override;

    /// ready(url) or failed(error) follows. `program` is found beside the running program by default.
    void start(QStringList extraArguments = {});
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] QString url() const; ///< "" until ready

Q_SIGNALS:
    void ready(const QString &url);
    void failed(const streamgauge::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
