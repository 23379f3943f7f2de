// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/cli/clirun.h"
#include "tests/support/sandbox.h"

#include <QString>

namespace streamgauge::test {

/// A program in a sandbox, to its end; `environment`: what it gets besides ours, as "NAME=value". exitCode is
/// Sandbox::refused where the system grants none; -1 where it did not end.
[[nodiscard]] inline CliOutcome runSandboxed(const Sandbox &sandbox, const QString &program,
    const QStringList &arguments, const QStringList &environment = {}, int patienceMs = 60'000)
{
    QProcess process;
    sandbox.applyTo(process);
    process.setEnvironment(QProcess::systemEnvironment() + environment);
    process.start(program, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(patienceMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

[[nodiscard]] inline CliOutcome runSandboxed(
    const Sandbox &sandbox, const QStringList &arguments, const QStringList &environment = {})
{
    return runSandboxed(sandbox, QStringLiteral(STREAMGAUGE_BIN "/streamgauge-cli"), arguments, environment);
}

/// A small bench of one level against an address.
[[nodiscard]] inline QStringList benchArguments(
    const QString &url, const QString &model, int concurrency, int requests, const QString &out)
{
    return {QStringLiteral("bench"), QStringLiteral("--endpoint"), url, QStringLiteral("--model"), model,
        QStringLiteral("--concurrency"), QString::number(concurrency), QStringLiteral("--requests"),
        QString::number(requests), QStringLiteral("--warmup"), QStringLiteral("1"), QStringLiteral("--input-tokens"),
        QStringLiteral("32"), QStringLiteral("--output-tokens"), QStringLiteral("4"), QStringLiteral("--timeout"),
        QStringLiteral("20"), QStringLiteral("--out"), out};
}

} // namespace streamgauge::test
