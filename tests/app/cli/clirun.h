// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace streamgauge::test {

/// What the command line program did.
struct CliOutcome {
    int exitCode = -1;
    QString out;
    QString err;
};

[[nodiscard]] inline CliOutcome runCli(const QStringList &arguments, const QString &folder = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"), arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(10'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

} // namespace streamgauge::test
