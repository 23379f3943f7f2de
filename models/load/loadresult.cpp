// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/loadresult.h"

#include "models/core/format.h"
#include "models/core/version.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace streamgauge {

bool noteWarning(std::vector<RunWarning> &warnings, const RunWarning &warning)
{
    const auto known = std::ranges::find_if(warnings,
        [&warning](const RunWarning &other) { return other.code == warning.code && other.level == warning.level; });
    if (known == warnings.end()) {
        warnings.push_back(warning);
        return true;
    }
    if (*known == warning)
        return false;
    *known = warning;
    return true;
}

QString tokenCountMethodName(TokenCountMethod method)
{
    return method == TokenCountMethod::ServerUsage ? u"server_usage"_s : u"stream_chunks"_s;
}

qint64 LoadLevel::firstDispatchNs() const
{
    qint64 first = -1;
    for (const RequestRecord &request : requests) {
        if (request.dispatchNs >= 0 && (first < 0 || request.dispatchNs < first))
            first = request.dispatchNs;
    }
    return first;
}

std::map<QString, int> LoadLevel::errorCounts() const
{
    std::map<QString, int> counts;
    for (const RequestRecord &request : requests) {
        if (request.outcome != Outcome::Succeeded && request.error)
            ++counts[errorKindName(request.error->kind)];
    }
    return counts;
}

QString errorCountsInWords(const std::map<QString, int> &counts)
{
    QStringList kinds;
    for (const auto &[kind, count] : counts)
        kinds += formatCount(count) + u' ' + kind;
    return kinds.join(u", "_s);
}

qsizetype LoadResult::requestCount() const
{
    qsizetype requests = partial ? std::ssize(partial->requests) : 0;
    for (const LoadLevel &level : levels)
        requests += std::ssize(level.requests);
    return requests;
}

QString LoadResult::reportedModel() const
{
    if (!probe.serverModel.isEmpty())
        return probe.serverModel;
    for (const LoadLevel &level : levels) {
        for (const RequestRecord &request : level.requests) {
            if (!request.serverModel.isEmpty())
                return request.serverModel;
        }
    }
    return {};
}

QString LoadRunFacts::currentCliVersion()
{
    return u"streamgauge "_s + QLatin1StringView(versionNumber);
}

QString LoadRunFacts::currentQtVersion()
{
    return QString::fromLatin1(qVersion());
}

} // namespace streamgauge
