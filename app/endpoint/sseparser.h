// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QtGlobal>

#include <string>
#include <string_view>

namespace streamgauge {

/// One block of a server-sent event stream: the fields between two blank lines. The views hold until the parser's next
/// next(), feed() or pending().
struct SseBlock {
    std::string_view name; ///< the event field, "" when there was none
    std::string_view data; ///< the data fields, joined with LF
    std::string_view error; ///< the value of a field called error, which some servers send in place of an event
    std::string_view comment; ///< comment lines, joined with a blank, 4 KiB at most
    bool hasError = false; ///< there was a field called error
    qint64 stampNs = -1; ///< arrival of the read that completed the last data (or error) line
    quint64 read = 0; ///< number of that read
};

/// Bytes of a body to blocks, as the HTML standard reads event streams, with what servers do beyond it: a field called
/// error is kept, and so are the comments of a block. Lines end at CR, LF or CRLF, also when cut between two reads.
/// Feed a read, then take blocks until there is none:
///
///     parser.feed(bytes, arrivalNs);
///     while (const SseBlock *block = parser.next()) ...
///
/// Nothing is copied but what spans two reads or lines, and its buffers are used again.
class SseParser final {
public:
    static constexpr std::size_t maxLine = std::size_t(16) << 20;

    /// Bytes of one read; they have to outlive the calls of next() that follow.
    void feed(QByteArrayView bytes, qint64 arrivalNs);

    /// The next block with data or an error in it, or nullptr when the bytes are used up.
    [[nodiscard]] const SseBlock *next();

    /// At the end of the body: the block that no blank line ended, with a last line that no line end ended.
    [[nodiscard]] const SseBlock &pending();

    /// A line, or the data of one block, was over 16 MiB. Nothing more is read then.
    [[nodiscard]] bool overflowed() const { return m_overflowed; }

    /// Lines that are neither field nor comment, joined with LF, 64 KiB at most; "" when there was none.
    [[nodiscard]] std::string_view foreignText() const { return m_foreign; }

private:
    [[nodiscard]] std::size_t lineEnd();
    void skipLineEnd(std::size_t end);
    void keepRest();
    [[nodiscard]] bool takeLine(std::string_view line);
    void takeField(std::string_view line);
    void takeData(std::string_view value);
    void takeForeign(std::string_view line);
    void stamp();
    void own(std::string_view data);
    void startBlock();

    std::string_view m_input;
    std::size_t m_pos = 0;
    std::size_t m_nextLf = 0; // cached, so that no byte is looked at twice
    std::size_t m_nextCr = 0;
    std::string m_carry; // of a line that is not complete yet
    std::string m_data; // where the data of a block does not lie in the read
    std::string m_name;
    std::string m_error;
    std::string m_comment;
    std::string m_foreign;
    SseBlock m_block;
    qint64 m_arrivalNs = -1;
    quint64 m_read = 0;
    bool m_dataOwned = false;
    bool m_hasData = false;
    bool m_skipLf = false;
    bool m_firstLine = true;
    bool m_blockTaken = false;
    bool m_overflowed = false;
};

} // namespace streamgauge
