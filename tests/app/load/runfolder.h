// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/load/loadrun.h"
#include "tests/app/load/scriptedendpoint.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <memory>

namespace streamgauge::test {

inline LoadPlan smallPlan(std::vector<int> concurrency = {1, 4}, int requests = 12)
{
    LoadPlan plan;
    plan.concurrency = std::move(concurrency);
    plan.requests = requests;
    plan.warmup = 2;
    plan.inputTokens = 50;
    plan.outputTokens = 4;
    plan.timeoutS = 20;
    return plan;
}

/// The number that a prompt carries: its first word that is one.
inline quint64 numberOf(const QString &prompt)
{
    static const QRegularExpression digits(QStringLiteral("[0-9]+"));
    return digits.match(prompt).captured().toULongLong();
}

/// A folder for results and the set-up of runs that write there.
class RunFolder {
public:
    /// A new, empty one.
    void renew() { m_dir = std::make_unique<QTemporaryDir>(); }

    [[nodiscard]] QString outPath() const { return m_dir->filePath(QStringLiteral("out/result.json")); }

    [[nodiscard]] QByteArray written() const
    {
        QFile file(outPath());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    [[nodiscard]] LoadRunSetup setup(const LoopbackServer &server, LoadPlan plan, bool overwrite = false) const
    {
        if (!QDir().mkpath(m_dir->filePath(QStringLiteral("out"))))
            qFatal("no folder for results");
        LoadRunSetup wanted;
        wanted.endpoint = settingsFor(server);
        wanted.plan = std::move(plan);
        wanted.outPath = outPath();
        wanted.overwrite = overwrite;
        return wanted;
    }

    [[nodiscard]] const QTemporaryDir &dir() const { return *m_dir; }

private:
    std::unique_ptr<QTemporaryDir> m_dir = std::make_unique<QTemporaryDir>();
};

} // namespace streamgauge::test
