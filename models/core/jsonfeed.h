// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <optional>

namespace streamgauge {

/// The bytes of a JSON text one after the other, wherever they come from. Looks at each piece for what the parser would
/// take or report badly (a byte order mark, NUL, what is not UTF-8, more than is allowed) and ends the text there.
class JsonFeed final {
public:
    /// A text in memory.
    explicit JsonFeed(QByteArrayView text);
    /// `limit`: bytes of an element, and of all that is outside of elements.
    JsonFeed(JsonPieces pieces, qint64 limit);
    Q_DISABLE_COPY_MOVE(JsonFeed)

    [[nodiscard]] bool atEnd() { return m_at == m_piece.size() && !fetch(); }
    /// The byte that is next; not at the end.
    [[nodiscard]] const char &current() const { return m_piece.constData()[m_at]; }
    void advance() { ++m_at; }
    [[nodiscard]] qint64 consumed() const { return m_before + m_at; }

    /// "line 3, column 14" of the byte of that number, from 1: the last one read, the one before it or the next.
    [[nodiscard]] QString placeOfByte(qint64 number) const;
    /// Why the text was ended; nothing where it ended by itself.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }
    [[nodiscard]] static Error tooLong(qint64 bytes, qint64 limit);

    // An element begins that will not stay, or ends.
    void beginElement();
    void endElement();
    [[nodiscard]] bool isWithinElement() const { return m_withinElement; }

private:
    struct Place {
        qint64 line = 1;
        qint64 column = 1; ///< counts characters
    };
    enum class Fault { None, TooLong, ByteOrderMark, Nul, NotUtf8 };

    bool fetch();
    [[nodiscard]] QByteArray nextPiece();
    void checkPiece();
    /// The place behind so many bytes of the piece.
    [[nodiscard]] Place placeBehind(qsizetype bytes) const;
    [[nodiscard]] qint64 counted() const;
    void cutAt(qsizetype at, Fault fault);
    [[nodiscard]] Error errorOf(Fault fault) const;

    JsonPieces m_pieces;
    qint64 m_limit = 0; ///< 0: none
    QByteArray m_piece;
    QByteArray m_carry; ///< of a character that goes on in the next piece
    qsizetype m_at = 0;
    qint64 m_before = 0; ///< bytes of the pieces before this one
    Place m_start; ///< of the piece's first byte
    Place m_lastOfBefore; ///< of the last byte before the piece
    Fault m_fault = Fault::None; ///< that stands behind the piece
    char m_badByte = 0;
    std::optional<Error> m_problem;
    qint64 m_restBytes = 0; ///< outside of elements, up to m_mark
    qint64 m_mark = 0; ///< where the element, or what follows one, began
    bool m_withinElement = false;
    bool m_ended = false;
};

} // namespace streamgauge
