// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/jsonfeed.h"

#include "models/core/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace streamgauge {

namespace {

struct Json {
    Q_DECLARE_TR_FUNCTIONS(Json)
};

struct Utf8End {
    qsizetype at = 0; ///< all before it is well-formed
    bool mayGoOn = false;
};

Utf8End utf8EndOf(QByteArrayView bytes)
{
    if (QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8())
        return {bytes.size(), false};
    const std::string_view text(bytes.data(), static_cast<std::size_t>(bytes.size()));
    std::size_t at = 0;
    while (at < text.size()) {
        const Utf8Piece piece = firstUtf8Piece(text.substr(at));
        if (!piece.valid)
            return {static_cast<qsizetype>(at), piece.mayGoOn};
        at += piece.length;
    }
    return {bytes.size(), false};
}

} // namespace

JsonFeed::JsonFeed(QByteArrayView text)
    : JsonFeed([piece = QByteArray::fromRawData(
                    text.data(), text.size())]() mutable { return std::exchange(piece, QByteArray()); },
        0)
{
}

JsonFeed::JsonFeed(JsonPieces pieces, qint64 limit)
    : m_pieces(std::move(pieces))
    , m_limit(limit)
{
}

QByteArray JsonFeed::nextPiece()
{
    constexpr qsizetype enoughToTell = 3; // what a text begins with
    QByteArray piece = std::exchange(m_carry, {});
    do {
        const QByteArray more = m_pieces();
        m_ended = more.isEmpty();
        if (piece.isEmpty())
            piece = more;
        else
            piece += more;
    } while (!m_ended && m_before == 0 && piece.size() < enoughToTell);
    return piece;
}

/// False at the end of the text.
bool JsonFeed::fetch()
{
    while (m_at == m_piece.size()) {
        if (m_fault != Fault::None && !m_problem)
            m_problem = errorOf(m_fault);
        if (m_ended || m_problem)
            return false;
        if (!m_piece.isEmpty())
            m_lastOfBefore = placeBehind(m_piece.size() - 1);
        m_start = placeBehind(m_piece.size());
        m_before += m_piece.size();
        m_at = 0;
        m_piece = nextPiece();
        checkPiece();
    }
    return true;
}

JsonFeed::Place JsonFeed::placeBehind(qsizetype bytes) const
{
    const QByteArrayView passed = QByteArrayView(m_piece).first(std::min(bytes, m_piece.size()));
    const qsizetype lineStart = passed.lastIndexOf('\n') + 1;
    const QByteArrayView line = passed.sliced(lineStart);
    const auto isContinuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    return {.line = m_start.line + std::count(passed.begin(), passed.end(), '\n'),
        .column = (lineStart > 0 ? 1 : m_start.column) + line.size()
            - std::count_if(line.begin(), line.end(), isContinuation)};
}

qint64 JsonFeed::counted() const
{
    return consumed() - m_mark + (m_withinElement ? 0 : m_restBytes);
}

void JsonFeed::cutAt(qsizetype at, Fault fault)
{
    m_fault = fault;
    m_badByte = at < m_piece.size() ? m_piece.at(at) : '\0';
    m_piece.truncate(at);
}

void JsonFeed::checkPiece()
{
    if (m_before == 0 && m_piece.startsWith("\xEF\xBB\xBF")) {
        cutAt(0, Fault::ByteOrderMark);
        return;
    }
    if (const Utf8End end = utf8EndOf(m_piece); end.at < m_piece.size()) {
        if (end.mayGoOn && !m_ended) {
            m_carry = m_piece.sliced(end.at);
            m_piece.truncate(end.at);
        } else {
            cutAt(end.at, Fault::NotUtf8);
        }
    }
    if (const qsizetype nul = m_piece.indexOf('\0'); nul >= 0)
        cutAt(nul, Fault::Nul);
    if (m_limit > 0 && counted() > m_limit)
        cutAt(0, Fault::TooLong);
}

Error JsonFeed::errorOf(Fault fault) const
{
    const QString place = placeOfByte(consumed() + 1);
    switch (fault) {
    case Fault::TooLong:
        return tooLong(counted(), m_limit);
    case Fault::ByteOrderMark:
        return {QStringLiteral("json.syntax"),
            Json::tr("This is not JSON at %1: it begins with a byte order mark. Save it as plain UTF-8.").arg(place)};
    case Fault::Nul:
        return {QStringLiteral("json.syntax"), Json::tr("This is not JSON at %1: a NUL character.").arg(place)};
    case Fault::NotUtf8:
    case Fault::None:
        break;
    }
    return {QStringLiteral("json.utf8"),
        Json::tr("The text is not UTF-8: byte 0x%1 at %2. Save it as UTF-8.")
            .arg(static_cast<unsigned char>(m_badByte), 2, 16, QLatin1Char('0'))
            .arg(place)};
}

Error JsonFeed::tooLong(qint64 bytes, qint64 limit)
{
    return {QStringLiteral("json.size"),
        Json::tr("The JSON text has %1 bytes; at most %2 are read.").arg(bytes).arg(limit)};
}

QString JsonFeed::placeOfByte(qint64 number) const
{
    const Place place = number <= m_before ? m_lastOfBefore : placeBehind(number - 1 - m_before);
    return Json::tr("line %1, column %2").arg(place.line).arg(place.column);
}

void JsonFeed::beginElement()
{
    m_restBytes += consumed() - m_mark;
    m_mark = consumed();
    m_withinElement = true;
}

void JsonFeed::endElement()
{
    if (m_withinElement)
        m_mark = consumed();
    m_withinElement = false;
}

} // namespace streamgauge
