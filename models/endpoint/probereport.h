// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/requestoptions.h"
#include "models/endpoint/routefacts.h"
#include "models/endpoint/serverlimits.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace streamgauge {

/// One step of the connection test, in the order taken.
struct ProbeStep {
    enum class State { Passed, Warned, Failed, Skipped };
    /// Stable: address, proxy, name, port, tls, models, model, limits, stream, usage, ignore_eos, stream_options,
    /// length_field, keeps_connection
    QString name;
    State state = State::Passed;
    QString fact; ///< for people, with the server's own words on failure
    std::optional<qint64> durationNs;
};

/// "passed", "warned", "failed", "skipped"
[[nodiscard]] QString probeStepStateName(ProbeStep::State state);
[[nodiscard]] std::optional<ProbeStep::State> probeStepStateFromName(QStringView name);

/// What the connection test found: steps 1 and 2 of the load method and the facts around them. Kept as local.probe.
struct ProbeReport {
    QString base; ///< the base that answered, without userinfo and query values
    QString address; ///< the numeric address measured: the endpoint's, or its proxy's
    QString addressFamily; ///< "ipv4" | "ipv6" | ""
    RouteFacts route;
    QString serverHeader;
    QStringList servedModels; ///< ids
    bool modelListMissing = false; ///< 404, allowed with a named model only
    QString model; ///< requested in the run; may be a path: the whole stays here
    QString serverModel; ///< as the stream reported it, whole
    RequestOptions accepted;
    bool ignoreEosWanted = true; ///< false: left out because a person said so
    bool smallRequestSucceeded = false;
    std::optional<bool> keepsConnection; ///< nothing: not known, treated as false
    std::optional<bool> usageReported;
    std::optional<qint64> ttftNs; ///< of the small request
    std::optional<qint64> chunkGapNs; ///< mean gap between its content chunks
    ServerLimits limits;
    bool simulated = false;
    std::vector<ProbeStep> steps;
    QStringList warnings; ///< codes: userinfo_left_out, through_proxy, trusted_certificate, probe_failed,
                          ///< no_model_list, length_limit_ignored, ...
};

} // namespace streamgauge
