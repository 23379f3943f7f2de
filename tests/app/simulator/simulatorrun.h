// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

namespace streamgauge::test {

/// `streamgauge-cli simulate --owned` as a process for one test; the constructor waits for its address.
class SimulatorRun final {
public:
    explicit SimulatorRun(const QStringList &options = {});
    ~SimulatorRun();
    Q_DISABLE_COPY_MOVE(SimulatorRun)

    /// 0: it did not start.
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QProcess &process() { return m_process; }
    /// Resident memory, from /proc.
    [[nodiscard]] qint64 residentKiB() const;
    /// Its exit code; -1: it did not end within ten seconds, or crashed.
    [[nodiscard]] int exitCodeAfterInputEnds();
    [[nodiscard]] int exitCodeAfterSignal(int signal);

    [[nodiscard]] static QString program();

private:
    [[nodiscard]] int exitCode();

    QProcess m_process;
    quint16 m_port = 0;
};

} // namespace streamgauge::test
