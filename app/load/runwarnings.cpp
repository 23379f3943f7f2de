// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/runwarnings.h"

#include "models/core/format.h"
#include "models/endpoint/endpointaddress.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RunWarnings)
};

RunWarning warning(const QString &code, const QString &message)
{
    return {.code = code, .message = message, .level = std::nullopt, .request = std::nullopt};
}

} // namespace

std::vector<RunWarning> probeWarnings(const ProbeReport &report)
{
    std::vector<RunWarning> warnings;
    for (const QString &code : report.warnings) {
        if (code == u"probe_failed")
            warnings.push_back(warning(code,
                Text::tr("The small request of the connection test failed. The run goes on with the full request and "
                         "without calibration; each request is judged by itself.")));
        else if (code == u"no_model_list")
            warnings.push_back(warning(code,
                Text::tr("The server has no model list, so nobody checked that it serves \"%1\".").arg(report.model)));
        else if (code == u"length_limit_ignored")
            warnings.push_back(
                warning(code, Text::tr("The server ignores the length limit (%1).").arg(report.accepted.lengthField)));
        else if (code == u"through_proxy")
            warnings.push_back(
                warning(code, Text::tr("Every request went through the proxy %1.").arg(report.route.proxy)));
        else if (code == u"trusted_certificate")
            warnings.push_back(warning(code,
                Text::tr(
                    "The server's certificate was trusted because its SHA-256 is %1, as the person who started the "
                    "run said.")
                    .arg(report.route.trustedCertificate)));
        else if (code == u"userinfo_left_out")
            warnings.push_back(warning(code, EndpointAddress::userInfoNote()));
        else
            warnings.push_back(warning(code, code));
    }
    if (report.usageReported == false)
        warnings.push_back(warning(u"usage_not_reported"_s,
            Text::tr("The server reports no token usage; prompts have one word for each token asked for.")));
    if (report.smallRequestSucceeded && report.ignoreEosWanted && !report.accepted.ignoreEos)
        warnings.push_back(warning(u"ignore_eos_refused"_s, Text::tr("The server refuses ignore_eos.")));
    return warnings;
}

std::vector<RunWarning> calibrationWarnings(
    const CalibrationReport &report, const LoadPlan &plan, const QString &problem)
{
    if (!problem.isEmpty())
        return {warning(u"calibration_failed"_s,
            Text::tr("A calibration request failed (%1), so prompts have one word for each token asked for.")
                .arg(problem))};
    if (!report.done || report.reached)
        return {};
    const auto used = std::ranges::find(report.points, report.words, &CalibrationPoint::words);
    return {warning(u"calibration_not_reached"_s,
        Text::tr("Prompts of %n token(s) were not reached: the closest had %1, and is used.", nullptr, plan.inputTokens)
            .arg(used->promptTokens))};
}

} // namespace streamgauge
