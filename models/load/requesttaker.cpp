// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/requesttaker.h"

#include "models/load/derivedcheck.h"
#include "models/load/loadplan.h"
#include "models/load/requestreader.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

RequestTaker::RequestTaker(QString errorCode)
    : m_problem{std::move(errorCode), std::nullopt}
{
}

/// Of /local/levels/N and of /local/partial_run/level.
bool RequestTaker::wants(const QString &arrayPointer)
{
    return arrayPointer.endsWith("/requests"_L1)
        && (arrayPointer.startsWith("/local/levels/"_L1) || arrayPointer == "/local/partial_run/level/requests"_L1);
}

void RequestTaker::take(const QString &arrayPointer, std::size_t index, JsonValue element)
{
    if (m_problem.first)
        return;
    const JsonCursor json(element, m_problem, arrayPointer + u'/' + QString::number(index));
    if (index >= LoadPlan::maxRequests)
        json.refuse(QCoreApplication::translate("RequestTaker", "is beyond the highest number of requests of a level"));
    RequestRecord request = readRequest(json);
    if (!m_problem.first)
        m_problem.first = derivedProblem(request, element, json.pointer());
    m_texts.share(request);
    m_requests[arrayPointer].push_back(std::move(request));
}

std::vector<RequestRecord> RequestTaker::requestsOf(const QString &levelPointer)
{
    const auto found = m_requests.find(levelPointer + u"/requests"_s);
    return found == m_requests.end() ? std::vector<RequestRecord>() : std::exchange(found->second, {});
}

} // namespace streamgauge
