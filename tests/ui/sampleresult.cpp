// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampleresult.h"

#include "models/load/resultsfile.h"
#include "tests/support/files.h"
#include "tests/ui/fakebackends.h"

using namespace Qt::StringLiterals;

namespace streamgauge::test {

std::shared_ptr<LoadResult> sampleResult(bool complete)
{
    auto result = std::make_shared<LoadResult>();
    result->createdAt = QDateTime(QDate(2026, 1, 31), QTime(12, 0), Qt::UTC);
    result->plan.concurrency = {1};
    result->plan.requests = 2;
    result->endpoint = u"http://localhost:8080"_s;
    result->endpointHost = u"localhost"_s;
    result->model = u"tiny"_s;
    result->probe = reportOf({u"tiny"_s});
    result->complete = complete;
    LoadLevel level;
    level.concurrency = 1;
    for (quint64 i = 0; i < 2; ++i) {
        RequestRecord request;
        request.index = 4 + i;
        request.outcome = Outcome::Succeeded;
        request.dispatchNs = qint64(i) * 1'000'000'000;
        request.attempts = 1;
        request.ttftNs = 120'000'000;
        request.firstAnswerNs = 120'000'000;
        request.firstDeltaKind = DeltaKind::Answer;
        request.lastDeltaNs = 160'000'000;
        request.latencyNs = 161'000'000;
        request.contentChunks = 3;
        request.reads = 3;
        request.itlNs = {20'000'000, 20'000'000};
        request.finishReason = u"length"_s;
        request.inputTokens = 512;
        request.outputTokens = 3;
        level.requests.push_back(request);
    }
    result->levels.push_back(level);
    result->warnings = {{u"no_end_marker"_s, u"One stream ended without [DONE]."_s, 1, {}}};
    return result;
}

std::shared_ptr<LoadResult> slowResult()
{
    auto result = sampleResult(true);
    result->plan.concurrency = {1, 32, 1024};
    result->plan.requests = 120;
    result->plan.outputTokens = 8192;
    const RequestRecord one = result->levels.front().requests.front();
    result->levels.clear();
    for (const int concurrency : result->plan.concurrency) {
        LoadLevel level;
        level.concurrency = concurrency;
        for (quint64 i = 0; i < 120; ++i) {
            RequestRecord request = one;
            request.index = 4 + i;
            request.dispatchNs = qint64(i) * 1'000'000;
            request.ttftNs = 25'000'000'000;
            request.itlNs = {1'200'000'000, 1'200'000'000};
            request.lastDeltaNs = *request.ttftNs + 2'400'000'000;
            request.latencyNs = *request.lastDeltaNs + 1;
            request.outputTokens = 8192;
            level.requests.push_back(request);
        }
        result->levels.push_back(level);
    }
    return result;
}

void saveSampleResult(const QString &path)
{
    writeFile(path, writeLoadResults(*sampleResult(true)));
}

} // namespace streamgauge::test
