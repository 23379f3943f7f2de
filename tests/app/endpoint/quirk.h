// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatstream.h"
#include "models/load/judge.h"

#include <QJsonObject>
#include <QStringList>
#include <QTest>

#include <vector>

namespace streamgauge::test {

/// One thing that a server may do with its stream.
struct Quirk {
    const char *name;
    QByteArray body;
    QByteArray expected; ///< a JSON object: those fields of observed() that matter here
    StreamEnd end = StreamEnd::BodyEnd;
};

/// The body of data events with these payloads.
[[nodiscard]] QByteArray events(const QList<QByteArray> &payloads);
/// A chunk with one choice whose delta has these members.
[[nodiscard]] QByteArray deltaChunk(const QByteArray &members, const QByteArray &finish = "null");
/// A chunk with answer text, as it stands inside JSON quotes.
[[nodiscard]] QByteArray content(const QByteArray &text);
/// A chunk that says finish_reason stop, and the end mark.
extern const QByteArray stop;
extern const QByteArray done;

/// What was read and how the load method judges it, as plain JSON: outcome, error_kind, message, content_chunks,
/// answer_chunks, first_delta_kind, finish_reason, end, answer, reasoning, tool_calls (id, name, arguments), usage
/// (prompt, completion, total, cached, reasoning), usage_raw, timings_raw, input_tokens, output_tokens, cached_tokens,
/// excluded, warnings, anomalies, model, simulated.
[[nodiscard]] QJsonObject observed(const StreamFacts &facts);

/// Reads a body in pieces; each has a stamp of its own: 1000, 1001, ...
[[nodiscard]] StreamFacts readBody(const std::vector<QByteArray> &pieces, StreamEnd end = StreamEnd::BodyEnd,
    ChatStream::Options options = {.keepText = true});

/// Adds the quirks as rows; checkQuirk() reads each whole, byte by byte and in segments.
void addQuirks(const std::vector<Quirk> &quirks);
void checkQuirk(const std::vector<Quirk> &quirks);

} // namespace streamgauge::test
