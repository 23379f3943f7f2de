// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>

namespace streamgauge::test {

/// What a script that shares no code with the program finds wrong with the numbers of a results file; "" where it finds
/// nothing, or where there is no Python.
inline QString wrongNumbersOf([[maybe_unused]] const QString &path)
{
#ifdef STREAMGAUGE_PYTHON
    QProcess script;
    script.setProcessChannelMode(QProcess::MergedChannels);
    script.start(QStringLiteral(STREAMGAUGE_PYTHON), {QStringLiteral(STREAMGAUGE_RECOMPUTE), path});
    constexpr int patienceMs = 60'000;
    if (!script.waitForFinished(patienceMs))
        return QStringLiteral("the script does not end");
    return script.exitCode() == 0 ? QString() : QString::fromUtf8(script.readAll());
#else
    return {};
#endif
}

} // namespace streamgauge::test
