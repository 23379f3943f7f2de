// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/chunkwriter.h"
#include "app/simulator/pacer.h"
#include "app/simulator/slotqueue.h"
#include "app/simulator/tokensource.h"

namespace streamgauge {

class Connection;
struct HttpRequest;
struct SimulatorState;

/// One answer to a chat request, from waiting for a slot to the end of its body. Chunk k is due at its slot's moment +
/// time to the first token + k x time between tokens, whatever became of the chunks before. While the client does not
/// read, no chunk is made, so that each one's stamp is that of its own send.
class ChatReply final : public Pacer::Task, public SlotUser {
public:
    ChatReply(SimulatorState &state, Connection &connection, const ReplyPlan &plan, const HttpRequest &request);
    ~ChatReply() override;

    /// Asks for a slot; the reply begins when there is one.
    void start();
    void connectionDrained();
    void connectionGone();

    [[nodiscard]] int taskId() const override { return m_number; }
    [[nodiscard]] int tokensDecoded() const override { return m_tokens.tokensOut(); }
    [[nodiscard]] int tokensRemaining() const override { return m_plan.tokens - m_tokens.tokensOut(); }

private:
    void slotGranted() override;
    void deadlineReached() override;
    void scheduleNext();
    void answerStreamed();
    void answerWhole();
    void sendText();
    void sendEnd();
    qint64 sendBlock();
    /// True when the reply has ended or fallen silent.
    [[nodiscard]] bool faultStruck();
    void refuse(int status, const char *message, const char *type, std::string_view extraHeaders);
    void breakOff();
    void finish(bool keepAlive);
    void giveSlotBack();

    [[nodiscard]] bool faultPending() const;
    [[nodiscard]] bool replyKeepsAlive() const;
    [[nodiscard]] ReplyUsage usage() const;
    [[nodiscard]] ReplyTimings timings() const;
    void countTokens(int tokens, qint64 sentNs);

    SimulatorState &m_state;
    Connection &m_connection;
    const ReplyPlan m_plan;
    const int m_number;
    const bool m_chunked;
    const bool m_clientKeepsAlive;
    ChunkWriter::Identity m_identity;
    ChunkWriter m_writer;
    TokenSource m_tokens;
    bool m_ended = false;
    bool m_paused = false; ///< the client does not read
    bool m_brokenEventSent = false;
    qint64 m_startedNs = 0; ///< its slot's moment
    qint64 m_dueNs = 0; ///< of the next chunk
    qint64 m_firstTokenNs = 0;
    qint64 m_lastTokenNs = 0;
};

} // namespace streamgauge
