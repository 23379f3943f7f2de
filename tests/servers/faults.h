// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/servers/serverscript.h"

/// What a chat server does wrong with one request, or does rightly but seldom.
namespace streamgauge::test::faults {

/// Head and two content chunks of an answer that goes on.
[[nodiscard]] ServerScript begunAnswer();
/// A whole answer of two content chunks, its last HTTP chunk left out. `fields` of its head as in streamHead().
[[nodiscard]] QByteArray answerUpToItsEnd(const QByteArray &fields = {});

[[nodiscard]] ServerScript resetBeforeAnswer();
[[nodiscard]] ServerScript resetMidStream();
[[nodiscard]] ServerScript halfCloseBeforeAnswer();
[[nodiscard]] ServerScript halfCloseMidStream();
[[nodiscard]] ServerScript stallBeforeHead();
[[nodiscard]] ServerScript stallMidStream();
/// A byte each 50 ms.
[[nodiscard]] ServerScript slowHead();
[[nodiscard]] ServerScript slowBody();
/// Comments without end and nothing else.
[[nodiscard]] ServerScript keepAlivesOnly();

[[nodiscard]] ServerScript garbageAfterDone(); ///< in the body's own framing
[[nodiscard]] ServerScript garbageAfterBody(); ///< where the next answer would stand: another whole answer
[[nodiscard]] ServerScript endlessAfterDone();

/// "data: " and 1 GiB without a line end.
[[nodiscard]] ServerScript hugeLine();
/// 1 MiB of gzip that is 1 GiB of zeros.
[[nodiscard]] ServerScript gzipBomb();
/// 1 MiB of gzip that is 1 GiB of lines, each of them a comment.
[[nodiscard]] ServerScript gzipBombOfComments();
/// Content chunks without end.
[[nodiscard]] ServerScript endlessAnswer();
/// Lines that are no server-sent events, without end.
[[nodiscard]] ServerScript endlessForeignText();
[[nodiscard]] ServerScript endlessErrorBody();
[[nodiscard]] ServerScript endlessHead();
[[nodiscard]] ServerScript endlessHeadLine();
[[nodiscard]] ServerScript endlessInterimAnswers();
[[nodiscard]] ServerScript endlessChunkExtension();
/// An answer of 8 EiB, says its head.
[[nodiscard]] ServerScript absurdLength();

[[nodiscard]] ServerScript interimAnswersFirst(); ///< 100 and 103, then all is well
[[nodiscard]] ServerScript closeWithNotice(); ///< "Connection: close", and then so
[[nodiscard]] ServerScript closeWithoutNotice(); ///< right behind a whole answer

} // namespace streamgauge::test::faults
