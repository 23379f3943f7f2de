// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/endpointsettings.h"
#include "models/core/clock.h"
#include "models/endpoint/probereport.h"
#include "models/load/runevent.h"

#include <QObject>

#include <memory>

namespace streamgauge {

class CurlLoop;

/// How far a probe goes: to the end, or only as far as it can without asking for a completion.
enum class ProbeDepth { Whole, WithoutCompletion };

/// Steps 1 and 2 of the load method on one endpoint: name, port, model list, choice of the model, what the server tells
/// of its limits, the small streaming request with its fallbacks, whether the server keeps its connections. Lives in
/// the thread of its loop.
class Probe final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Probe)

public:
    /// A certificate that was refused, and why: a person may trust it all the same.
    struct Untrusted {
        CertificateFacts certificate;
        QString problem;
    };

    struct Outcome {
        ProbeReport report; ///< as far as it came
        QUrl base; ///< to send to, whole; report.base is its shown form
        int exitCode = 0; ///< 0, 2 (model not clear: report.servedModels has the list; or a setting is wrong) or 3
        std::optional<Error> error;
        std::optional<Untrusted> untrusted{}; ///< where that is the error
        std::shared_ptr<const TransferRoute> route{}; ///< for the requests that follow
    };

    Probe(CurlLoop &loop, EndpointSettings settings, double timeoutS, ProbeDepth depth = ProbeDepth::Whole,
        QObject *parent = nullptr);
    ~Probe() override;

    void start();
    void cancel();

Q_SIGNALS:
    void stepTaken(); ///< steps() has one more
    void finished();

public:
    [[nodiscard]] const std::vector<ProbeStep> &steps() const;
    [[nodiscard]] const Outcome &outcome() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// A probe in a thread of its own, for windows: values come by takeSteps() and outcome() on the caller's thread.
class ProbeRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProbeRun)

public:
    explicit ProbeRun(EndpointSettings settings, double timeoutS = 120, ProbeDepth depth = ProbeDepth::Whole,
        QObject *parent = nullptr);
    ~ProbeRun() override;

    void start();
    void cancel();
    [[nodiscard]] std::vector<ProbeStep> takeSteps(); ///< new since the last call
    [[nodiscard]] std::optional<Probe::Outcome> outcome() const; ///< once finished

Q_SIGNALS:
    void stepsReady();
    void finished();

private:
    Q_INVOKABLE void takeNews();

    class Private;
    std::unique_ptr<Private> d;
    bool m_told = false;
};

} // namespace streamgauge
