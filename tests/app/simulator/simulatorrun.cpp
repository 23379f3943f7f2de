// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/simulator/simulatorrun.h"

#include <QFile>

#include <csignal>

namespace streamgauge::test {

namespace {

constexpr int patienceMs = 10'000;

} // namespace

SimulatorRun::SimulatorRun(const QStringList &options)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program(), QStringList{QStringLiteral("simulate"), QStringLiteral("--owned")} + options);
    while (!m_process.canReadLine() && m_process.waitForReadyRead(patienceMs)) { }
    const QByteArray line = m_process.readLine().trimmed();
    const QByteArray scheme = options.contains(QStringLiteral("--tls")) ? "https" : "http";
    const QByteArray prefix = "listening on " + scheme + "://127.0.0.1:";
    if (line.startsWith(prefix))
        m_port = line.mid(prefix.size()).toUShort();
}

SimulatorRun::~SimulatorRun()
{
    if (m_process.state() != QProcess::NotRunning && exitCodeAfterInputEnds() < 0)
        m_process.kill();
}

qint64 SimulatorRun::residentKiB() const
{
    QFile status(QStringLiteral("/proc/%1/status").arg(m_process.processId()));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toLongLong();
    }
    return -1;
}

int SimulatorRun::exitCodeAfterInputEnds()
{
    m_process.closeWriteChannel();
    return exitCode();
}

int SimulatorRun::exitCodeAfterSignal(int signal)
{
    ::kill(static_cast<pid_t>(m_process.processId()), signal);
    return exitCode();
}

QString SimulatorRun::program()
{
    return QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli");
}

int SimulatorRun::exitCode()
{
    const bool ended = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(patienceMs);
    return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

} // namespace streamgauge::test
