// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/load/instrumentcheck.h"
#include "models/load/loadplan.h"
#include "models/load/runevent.h"

#include <QObject>
#include <QString>

#include <memory>

namespace streamgauge {

struct LoadRunSetup {
    EndpointSettings endpoint;
    LoadPlan plan;
    QString outPath; ///< results file; checked writable before anything is sent
    QString outFolder; ///< where outPath is "": defaultResultsPath() below it, once the model is known
    bool overwrite = false;
    std::optional<InstrumentCheck> instrumentCheck; ///< made before the run; the results file keeps it
    qint64 inlineSamples = LoadPlan::mostInlineSamples; ///< a plan that may bring more keeps them in a side file
    int stopDescriptor = -1; ///< each byte that can be read there is a stop(); for signal handlers
};

/// One load benchmark, seen from the thread that made it: steps 1 to 6 of the load method. The work is done by a
/// controller in a thread of its own and worker threads below it; here only values arrive, at most 10 snapshots a
/// second. start() once; stop() is legal before, during and after, and a second one waits for nothing; the destructor
/// stops and waits.
class LoadRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LoadRun)

public:
    explicit LoadRun(LoadRunSetup setup, QObject *parent = nullptr);
    ~LoadRun() override;

    void start();
    /// Closes what is in flight, keeps everything finished, writes the file, ends with exit code 130.
    void stop();

Q_SIGNALS:
    /// Rung when events wait; takeEvents() has them. RunFinished is the last one.
    void eventsReady();

public:
    [[nodiscard]] std::vector<RunEvent> takeEvents();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// ./streamgauge-results/<UTC date-time>-<model>.json below `folder`; a name that exists gets -2, -3, ...
[[nodiscard]] QString defaultResultsPath(const QString &folder, const QString &model, const QDateTime &startUtc);
/// The same name in `folder` itself.
[[nodiscard]] QString freeResultsPath(const QString &folder, const QString &model, const QDateTime &startUtc);

} // namespace streamgauge
