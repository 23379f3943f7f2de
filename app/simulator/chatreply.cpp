// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/chatreply.h"

#include "app/simulator/connection.h"
#include "app/simulator/httpreply.h"
#include "app/simulator/simulatorstate.h"
#include "app/simulator/wholeanswer.h"
#include "models/core/clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace streamgauge {

namespace {

/// Unique in a run of the endpoint, and the same in the next one with the same seed and requests.
std::string replyId(const ReplyPlan &plan, int number)
{
    SplitMix64 sequence(plan.textSeed ^ static_cast<quint64>(number));
    std::array<char, 16> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), sequence.next(), 16);
    std::string id(digits.data(), end);
    return "chatcmpl-" + std::string(digits.size() - id.size(), '0') + id;
}

qint64 unixSeconds()
{
    using namespace std::chrono;
    return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

ChatReply::ChatReply(SimulatorState &state, Connection &connection, const ReplyPlan &plan, const HttpRequest &request)
    : m_state(state)
    , m_connection(connection)
    , m_plan(plan)
    , m_number(++state.chatRequests)
    , m_chunked(request.http11)
    , m_clientKeepsAlive(request.keepAlive)
    , m_identity{plan.call.model->id, replyId(plan, m_number), unixSeconds()}
    , m_writer(m_identity, m_chunked)
    , m_tokens(m_plan)
{
}

ChatReply::~ChatReply()
{
    giveSlotBack();
}

void ChatReply::start()
{
    m_state.slotQueue.request(*this);
}

void ChatReply::connectionDrained()
{
    if (m_paused && !m_ended) {
        m_paused = false;
        m_state.pacer.schedule(*this, m_dueNs);
    }
}

void ChatReply::connectionGone()
{
    giveSlotBack();
}

void ChatReply::slotGranted()
{
    m_startedNs = m_state.clock.nowNs();
    if (m_plan.fault == Fault::ServerError)
        return refuse(500, "The model failed (simulated).", "server_error", {});
    if (m_plan.fault == Fault::RateLimit)
        return refuse(429, "Too many requests (simulated).", "rate_limit_error", "Retry-After: 1\r\n");
    // As real servers do, the head goes out when a slot is free, before the prompt has been processed.
    if (m_plan.call.stream && m_plan.fault != Fault::ResetBeforeHeaders) {
        const HttpReplyHead head{.contentType = "text/event-stream", .keepAlive = replyKeepsAlive()};
        m_connection.send(httpStreamHead(head, m_chunked));
    }
    if (!m_ended)
        scheduleNext();
}

void ChatReply::scheduleNext()
{
    const int token = m_plan.call.stream ? m_tokens.tokensOut() + m_tokens.upcoming() - 1 : m_plan.tokens - 1;
    m_dueNs = m_startedNs + m_plan.dueNs(std::max(token, m_tokens.tokensOut()));
    m_state.pacer.schedule(*this, m_dueNs);
}

void ChatReply::deadlineReached()
{
    if (m_connection.hasBacklog())
        m_paused = true;
    else if (m_plan.fault == Fault::ResetBeforeHeaders)
        breakOff();
    else if (m_plan.call.stream)
        answerStreamed();
    else
        answerWhole();
}

void ChatReply::answerStreamed()
{
    if (faultStruck())
        return;
    if (m_tokens.upcoming() > 0)
        sendText();
    if (m_ended)
        return;
    if (m_tokens.upcoming() > 0 || faultPending())
        scheduleNext();
    else if (m_connection.hasBacklog())
        m_paused = true;
    else
        sendEnd();
}

void ChatReply::answerWhole()
{
    if (m_plan.fault == Fault::Silence)
        return;
    if (m_plan.fault == Fault::ErrorEvent)
        return refuse(500, "The model stopped (simulated).", "server_error", {});
    std::string body =
        wholeAnswer(m_identity, m_tokens, m_plan.fault == Fault::EndWithoutFinish ? nullptr : m_plan.finishReason());
    const qint64 sentNs = m_state.clock.nowNs();
    if (m_plan.tokens > 0) {
        countTokens(1, m_startedNs + m_plan.ttftNs);
        countTokens(m_plan.tokens - 1, sentNs);
    }
    if (m_plan.call.model->reportsUsage)
        body += ",\"usage\":" + usageJson(usage()) + ",\"timings\":" + timingsJson(timings());
    body += "," + stampMembers(m_dueNs, sentNs) + "}";
    if (m_plan.fault == Fault::BadJson)
        body.resize(body.size() / 2);
    std::string reply = httpReply({.keepAlive = m_clientKeepsAlive}, body);
    if (m_plan.fault == Fault::ResetMidStream)
        reply.resize(reply.size() / 2);
    m_connection.send(reply);
    if (m_ended)
        return;
    if (m_plan.fault == Fault::ResetMidStream)
        return breakOff();
    finish(m_clientKeepsAlive && !m_plan.call.model->closesAfterStream);
}

void ChatReply::sendText()
{
    const bool first = m_tokens.tokensOut() == 0;
    const TokenSource::Chunk &chunk = m_tokens.next();
    m_writer.beginBlock();
    if (first)
        m_writer.role(m_dueNs); // in one write with the first token
    m_writer.text(chunk.reasoning, chunk.text, m_dueNs);
    m_writer.endBlock(false);
    countTokens(chunk.tokens, sendBlock());
}

void ChatReply::sendEnd()
{
    const bool told = m_plan.call.model->reportsUsage;
    const std::string timingsMember = told ? "\"timings\":" + timingsJson(timings()) : std::string();
    const bool usageEvent = told && m_plan.call.includeUsage;
    m_writer.beginBlock();
    if (m_plan.tokens == 0)
        m_writer.role(m_dueNs);
    m_writer.finish(m_plan.finishReason(), told && !usageEvent ? "," + timingsMember : std::string(), m_dueNs);
    if (usageEvent)
        m_writer.members("\"usage\":" + usageJson(usage()) + "," + timingsMember, m_dueNs);
    m_writer.done();
    m_writer.endBlock(!m_plan.call.model->holdsBody);
    sendBlock();
    if (m_plan.call.model->holdsBody)
        giveSlotBack();
    else
        finish(replyKeepsAlive() && !m_plan.call.model->closesAfterStream);
}

/// Returns the stamp, taken with everything else done.
qint64 ChatReply::sendBlock()
{
    const qint64 sentNs = m_state.clock.nowNs();
    m_connection.send(m_writer.stamped(sentNs));
    return sentNs;
}

bool ChatReply::faultPending() const
{
    switch (m_plan.fault) {
    case Fault::ResetMidStream:
    case Fault::ErrorEvent:
    case Fault::EndWithoutFinish:
    case Fault::Silence:
        return true;
    case Fault::BadJson:
        return !m_brokenEventSent;
    default:
        return false;
    }
}

bool ChatReply::faultStruck()
{
    if (!faultPending() || m_tokens.tokensOut() < m_plan.tokensBeforeFault)
        return false;
    m_writer.beginBlock();
    switch (m_plan.fault) {
    case Fault::ResetMidStream:
        breakOff();
        return true;
    case Fault::Silence:
        return true;
    case Fault::BadJson:
        m_writer.brokenEvent();
        m_writer.endBlock(false);
        m_brokenEventSent = true;
        sendBlock();
        return m_ended;
    case Fault::ErrorEvent:
        m_writer.error("The model stopped (simulated).", m_dueNs);
        break;
    default:
        break;
    }
    m_writer.endBlock(true);
    sendBlock();
    finish(replyKeepsAlive());
    return true;
}

void ChatReply::refuse(int status, const char *message, const char *type, std::string_view extraHeaders)
{
    const std::string body =
        errorBody({.status = status, .message = QString::fromLatin1(message), .type = QString::fromLatin1(type)});
    m_connection.send(
        httpReply({.status = status, .extraHeaders = extraHeaders, .keepAlive = m_clientKeepsAlive}, body));
    finish(m_clientKeepsAlive);
}

void ChatReply::breakOff()
{
    giveSlotBack();
    m_connection.reset();
}

void ChatReply::finish(bool keepAlive)
{
    if (m_ended)
        return;
    giveSlotBack();
    m_connection.finishReply(keepAlive ? Connection::Then::KeepAlive : Connection::Then::Close);
}

void ChatReply::giveSlotBack()
{
    if (m_ended)
        return;
    m_ended = true;
    m_state.pacer.cancel(*this);
    m_state.slotQueue.release(*this);
}

bool ChatReply::replyKeepsAlive() const
{
    return m_clientKeepsAlive && m_chunked; // without chunks only the connection's end can end the body
}

ReplyUsage ChatReply::usage() const
{
    const bool reasons = m_plan.call.model->text == SimulatedModel::Text::Reasoning;
    return {m_plan.call.promptTokens, m_plan.tokens, reasons ? m_plan.reasoningTokens : -1};
}

ReplyTimings ChatReply::timings() const
{
    const bool any = m_firstTokenNs > 0;
    return {.promptTokens = m_plan.call.promptTokens,
        .predictedTokens = m_plan.tokens,
        .promptNs = (any ? m_firstTokenNs : m_dueNs) - m_startedNs,
        .predictedNs = m_lastTokenNs - m_firstTokenNs};
}

void ChatReply::countTokens(int tokens, qint64 sentNs)
{
    SimulatorTotals &totals = m_state.totals;
    if (m_firstTokenNs == 0) {
        m_firstTokenNs = sentNs;
        totals.promptTokens += m_plan.call.promptTokens;
        totals.promptNs += sentNs - m_startedNs;
    } else {
        totals.predictedNs += sentNs - m_lastTokenNs;
    }
    m_lastTokenNs = sentNs;
    totals.predictedTokens += tokens;
    ++totals.decodes;
    totals.busyAtDecodes += m_state.slotQueue.busy();
}

} // namespace streamgauge
