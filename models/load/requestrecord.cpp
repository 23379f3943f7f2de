// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/requestrecord.h"

#include "models/core/json.h"
#include "models/core/nametable.h"

namespace streamgauge {

namespace {

constexpr NameTable<Outcome, 4> outcomes{{
    {Outcome::Succeeded, u"succeeded"},
    {Outcome::Failed, u"failed"},
    {Outcome::TimedOut, u"timed_out"},
    {Outcome::Cancelled, u"cancelled"},
}};

/// Rates by the client's clock need the server's counts and output that came in more than one read: of what arrives
/// at once, arrival times tell nothing.
bool ratesMakeSense(const RequestRecord &record)
{
    return record.outputTokens.value_or(0) >= 2 && record.reads >= 2;
}

/// First to last content chunk, where it can be divided by tokens.
std::optional<qint64> decodeNs(const RequestRecord &record)
{
    if (!ratesMakeSense(record) || !record.ttftNs || !record.lastDeltaNs || *record.lastDeltaNs <= *record.ttftNs)
        return std::nullopt;
    return *record.lastDeltaNs - *record.ttftNs;
}

bool tokensWereCached(const RequestRecord &record)
{
    if (record.cachedTokens.value_or(0) > 0)
        return true;
    const auto timings = parseJson(record.timingsRaw);
    return timings && (*timings)[u"cache_n"].toDouble() > 0;
}

} // namespace

QString outcomeName(Outcome outcome)
{
    return nameIn(outcomes, outcome);
}

std::optional<Outcome> outcomeFromName(QStringView name)
{
    return valueIn(outcomes, name);
}

std::optional<double> RequestRecord::decodeTpsClient() const
{
    const std::optional<qint64> span = decodeNs(*this);
    if (!span)
        return std::nullopt;
    return static_cast<double>(*outputTokens - 1) * 1e9 / static_cast<double>(*span);
}

std::optional<double> RequestRecord::promptTpsClient() const
{
    if (!ratesMakeSense(*this) || !inputTokens || !ttftNs || *ttftNs <= 0 || tokensWereCached(*this))
        return std::nullopt;
    return static_cast<double>(*inputTokens) * 1e9 / static_cast<double>(*ttftNs);
}

std::optional<qint64> RequestRecord::tpotNs() const
{
    const std::optional<qint64> span = decodeNs(*this);
    if (!span)
        return std::nullopt;
    const qint64 gaps = *outputTokens - 1;
    return *span / gaps + (*span % gaps >= gaps - gaps / 2 ? 1 : 0);
}

std::optional<double> RequestRecord::tokensPerChunk() const
{
    if (outputTokens.value_or(0) <= 0 || contentChunks == 0)
        return std::nullopt;
    return static_cast<double>(*outputTokens) / contentChunks;
}

} // namespace streamgauge
