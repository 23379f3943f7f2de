// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/chunkwriter.h"

#include "models/core/json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace streamgauge {

namespace {

constexpr std::size_t stampWidth = 19; ///< digits of the largest time
constexpr std::size_t sizeLineRoom = 16; ///< in front of the block, for the HTTP chunk's size
constexpr std::string_view systemFingerprint = "streamgauge-simulator";

void appendNumber(std::string &out, qint64 value)
{
    std::array<char, stampWidth + 1> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end);
}

std::string number(double value)
{
    return jsonNumber(value).toStdString();
}

double perSecond(int count, double ms)
{
    return ms > 0 ? count * 1000.0 / ms : 0;
}

} // namespace

std::string usageJson(const ReplyUsage &usage)
{
    std::string out = R"({"prompt_tokens":)" + std::to_string(usage.promptTokens) + R"(,"completion_tokens":)"
        + std::to_string(usage.completionTokens) + R"(,"total_tokens":)"
        + std::to_string(usage.promptTokens + usage.completionTokens)
        + R"(,"prompt_tokens_details":{"cached_tokens":0})";
    if (usage.reasoningTokens >= 0) {
        out += R"(,"completion_tokens_details":{"reasoning_tokens":)" + std::to_string(usage.reasoningTokens) + "}";
    }
    return out + "}";
}

std::string timingsJson(const ReplyTimings &timings)
{
    const double promptMs = static_cast<double>(timings.promptNs) / 1e6;
    const double predictedMs = std::max(static_cast<double>(timings.predictedNs) / 1e6, 0.001);
    const int gaps = std::max(timings.predictedTokens - 1, 0); // the first token belongs to the prompt's time
    return R"({"cache_n":0,"prompt_n":)" + std::to_string(timings.promptTokens) + R"(,"prompt_ms":)" + number(promptMs)
        + R"(,"prompt_per_token_ms":)" + number(promptMs / timings.promptTokens) + R"(,"prompt_per_second":)"
        + number(perSecond(timings.promptTokens, promptMs)) + R"(,"predicted_n":)"
        + std::to_string(timings.predictedTokens) + R"(,"predicted_ms":)" + number(predictedMs)
        + R"(,"predicted_per_token_ms":)" + number(gaps > 0 ? predictedMs / gaps : 0) + R"(,"predicted_per_second":)"
        + number(perSecond(gaps, predictedMs)) + "}";
}

std::string stampMembers(qint64 dueNs, qint64 sentNs)
{
    return R"("sim_due_ns":)" + std::to_string(dueNs) + R"(,"sim_sent_ns":)" + std::to_string(sentNs);
}

std::string ChunkWriter::identityMembers(const Identity &identity, std::string_view object)
{
    std::string out = R"("id":")" + identity.id + R"(","object":")";
    out.append(object).append(R"(","created":)").append(std::to_string(identity.created));
    out.append(R"(,"model":")").append(identity.model).append(R"(","system_fingerprint":")");
    return out.append(systemFingerprint).append("\",");
}

ChunkWriter::ChunkWriter(const Identity &identity, bool chunked)
    : m_prefix("data: {" + identityMembers(identity, "chat.completion.chunk"))
    , m_chunked(chunked)
{
}

void ChunkWriter::beginBlock()
{
    m_block.assign(sizeLineRoom, ' ');
    m_begin = sizeLineRoom;
    m_stamps.clear();
}

void ChunkWriter::role(qint64 dueNs)
{
    beginEvent();
    m_block += R"("choices":[{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}])";
    endEvent(dueNs);
}

void ChunkWriter::text(bool reasoning, std::string_view text, qint64 dueNs)
{
    beginEvent();
    m_block += reasoning ? R"("choices":[{"index":0,"delta":{"reasoning_content":")"
                         : R"("choices":[{"index":0,"delta":{"content":")";
    m_block.append(text).append(R"("},"finish_reason":null}])");
    endEvent(dueNs);
}

void ChunkWriter::finish(std::string_view reason, const std::string &extraMembers, qint64 dueNs)
{
    beginEvent();
    m_block.append(R"("choices":[{"index":0,"delta":{},"finish_reason":")").append(reason).append("\"}]");
    m_block.append(extraMembers);
    endEvent(dueNs);
}

void ChunkWriter::members(const std::string &members, qint64 dueNs)
{
    beginEvent();
    m_block.append(R"("choices":[],)").append(members);
    endEvent(dueNs);
}

void ChunkWriter::error(std::string_view message, qint64 dueNs)
{
    m_block.append(R"(data: {"error":{"code":500,"message":")").append(message).append(R"(","type":"server_error"})");
    endEvent(dueNs);
}

void ChunkWriter::brokenEvent()
{
    beginEvent();
    m_block.append(R"("choices":[{"index":0,"delta":{"content":)").append("\n\n");
}

void ChunkWriter::done()
{
    m_block += "data: [DONE]\n\n";
}

void ChunkWriter::endBlock(bool last)
{
    if (!m_chunked)
        return;
    std::array<char, sizeLineRoom> hex;
    const std::size_t size = m_block.size() - sizeLineRoom;
    if (size > 0) {
        const auto [end, error] = std::to_chars(hex.data(), hex.data() + hex.size(), size, 16);
        const auto digits = static_cast<std::size_t>(end - hex.data());
        m_begin = sizeLineRoom - digits - 2;
        m_block.replace(m_begin, digits, hex.data(), digits).replace(m_begin + digits, 2, "\r\n");
        m_block += "\r\n";
    }
    if (last)
        m_block += "0\r\n\r\n";
}

std::string_view ChunkWriter::stamped(qint64 sentNs)
{
    std::array<char, stampWidth> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), sentNs);
    const auto count = static_cast<std::size_t>(end - digits.data());
    for (const std::size_t place : m_stamps)
        m_block.replace(place + stampWidth - count, count, digits.data(), count);
    return std::string_view(m_block).substr(m_begin);
}

void ChunkWriter::beginEvent()
{
    m_block += m_prefix;
}

void ChunkWriter::endEvent(qint64 dueNs)
{
    m_block += R"(,"sim_due_ns":)";
    appendNumber(m_block, dueNs);
    m_block += R"(,"sim_sent_ns":)";
    m_stamps.push_back(m_block.size());
    // White space in front of a number is no part of it: the block keeps its length whatever the stamp will be.
    m_block.append(stampWidth, ' ').append("}\n\n");
}

} // namespace streamgauge
