// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/jsoncursor.h"
#include "models/load/requestrecord.h"
#include "models/load/sharedtexts.h"

#include <map>
#include <vector>

namespace streamgauge {

/// Makes records of the requests of a results file while it is read, so that their text never stands in memory.
class RequestTaker final : public JsonTaker {
public:
    explicit RequestTaker(QString errorCode);

    [[nodiscard]] bool wants(const QString &arrayPointer) override;
    void take(const QString &arrayPointer, std::size_t index, JsonValue element) override;

    /// The requests of the level at this JSON Pointer; they are given once.
    [[nodiscard]] std::vector<RequestRecord> requestsOf(const QString &levelPointer);
    /// The first thing that was wrong with one of them; nothing is kept after it.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem.first; }

private:
    std::map<QString, std::vector<RequestRecord>> m_requests; ///< by the pointer of their array
    SharedTexts m_texts;
    JsonCursor::Problem m_problem;
};

} // namespace streamgauge
