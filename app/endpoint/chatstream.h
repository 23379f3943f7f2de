// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/streamfacts.h"

#include <QByteArrayView>

#include <memory>
#include <span>

namespace streamgauge {

/// Reads the body of one streamed chat completion and gathers its facts. Bytes come with the stamp of the read that
/// brought them; JSON is parsed after the stamp. No judgement: see judgeLoadRequest().
class ChatStream {
public:
    struct Options {
        bool keepText = false; ///< answer, reasoning and tool calls as text
        bool keepSimulatorStamps = false;
        int mostChunks = 0; ///< content chunks; an answer with more has no end. 0: however many
    };

    ChatStream();
    explicit ChatStream(Options options);
    ~ChatStream();
    Q_DISABLE_COPY_MOVE(ChatStream)

    void receive(QByteArrayView bytes, qint64 arrivalNs);

    /// [DONE] was read: nothing after it counts.
    [[nodiscard]] bool done() const;
    /// A nonempty finish_reason or an error event came: 2 s without an event now end the stream as idle.
    [[nodiscard]] bool awaitsEnd() const;
    /// Arrival of the last event (a payload that parses as a JSON object, or an error), -1 before the first.
    [[nodiscard]] qint64 lastEventNs() const;
    /// A line over 16 MiB came, more content chunks than mostChunks, or over 64 MiB of text where text is kept: reading
    /// on makes no sense.
    [[nodiscard]] bool hopeless() const;
    /// Content chunks so far.
    [[nodiscard]] int contentChunks() const;
    /// Their arrivals; until the next receive() or finish().
    [[nodiscard]] std::span<const qint64> chunkArrivals() const;

    /// Ends the reading (an unterminated "data: [DONE]" still counts at BodyEnd and Cut) and returns the facts of the
    /// body; what belongs to the transport is the caller's to fill in. `endNs` counts unless [DONE] or idle set it.
    [[nodiscard]] StreamFacts finish(StreamEnd how, qint64 endNs);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace streamgauge
