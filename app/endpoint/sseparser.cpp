// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/sseparser.h"

#include <algorithm>
#include <array>

namespace streamgauge {

namespace {

constexpr std::size_t none = std::string_view::npos;
constexpr std::size_t maxComment = 4096;
constexpr std::size_t maxForeign = std::size_t(64) << 10;
constexpr std::size_t keptCapacity = std::size_t(1) << 20;
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// Empties it but keeps its memory for the next block, unless one huge event made it huge.
void recycle(std::string &buffer)
{
    buffer.clear();
    if (buffer.capacity() > keptCapacity)
        buffer.shrink_to_fit();
}

void appendBounded(std::string &buffer, std::string_view text, char separator, std::size_t limit)
{
    if (buffer.size() >= limit)
        return;
    if (!buffer.empty())
        buffer += separator;
    buffer += text.substr(0, limit - std::min(limit, buffer.size()));
}

} // namespace

void SseParser::feed(QByteArrayView bytes, qint64 arrivalNs)
{
    m_input = std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size()));
    m_pos = 0;
    m_nextLf = m_input.find('\n');
    m_nextCr = m_input.find('\r');
    m_arrivalNs = arrivalNs;
    ++m_read;
    if (m_skipLf && !m_input.empty()) {
        m_skipLf = false;
        if (m_input.front() == '\n')
            m_pos = 1;
    }
}

const SseBlock *SseParser::next()
{
    if (m_blockTaken)
        startBlock();
    while (m_pos < m_input.size() && !m_overflowed) {
        const std::size_t end = lineEnd();
        if (end == none)
            break;
        std::string_view line = m_input.substr(m_pos, end - m_pos);
        skipLineEnd(end);
        if (m_carry.size() + line.size() > maxLine) {
            m_overflowed = true;
            return nullptr;
        }
        if (!m_carry.empty()) {
            m_carry += line;
            line = m_carry;
        }
        const bool complete = takeLine(line);
        if (!m_carry.empty()) {
            if (m_hasData && !m_dataOwned)
                own(m_block.data);
            recycle(m_carry);
        }
        if (complete)
            return &m_block;
    }
    keepRest();
    return nullptr;
}

/// The next line end at or behind m_pos. Each kind's next place is remembered: with only one kind in a read, the other
/// is looked for once.
std::size_t SseParser::lineEnd()
{
    if (m_nextLf != none && m_nextLf < m_pos)
        m_nextLf = m_input.find('\n', m_pos);
    if (m_nextCr != none && m_nextCr < m_pos)
        m_nextCr = m_input.find('\r', m_pos);
    return std::min(m_nextLf, m_nextCr);
}

void SseParser::skipLineEnd(std::size_t end)
{
    m_pos = end + 1;
    if (m_input[end] != '\r')
        return;
    if (m_pos == m_input.size())
        m_skipLf = true;
    else if (m_input[m_pos] == '\n')
        ++m_pos;
}

/// Saves what has to outlive the read: a line without its end and the data of an open block.
void SseParser::keepRest()
{
    if (m_overflowed)
        return;
    const std::string_view rest = m_input.substr(std::min(m_pos, m_input.size()));
    m_overflowed = m_carry.size() + rest.size() > maxLine;
    if (!m_overflowed)
        m_carry += rest;
    m_pos = m_input.size();
    if (m_hasData && !m_dataOwned)
        own(m_block.data);
}

const SseBlock &SseParser::pending()
{
    if (m_blockTaken)
        startBlock();
    if (!m_carry.empty() && !m_overflowed) {
        // A beginning of a field's name is what a cut left of it, no foreign text.
        static constexpr std::array<std::string_view, 5> names{"data", "event", "id", "retry", "error"};
        const bool halfName =
            std::ranges::any_of(names, [this](std::string_view name) { return name.starts_with(m_carry); });
        if (!halfName)
            (void)takeLine(m_carry);
    }
    return m_block;
}

/// True when the line is the blank one that completes a block worth reporting.
bool SseParser::takeLine(std::string_view line)
{
    if (m_firstLine) {
        m_firstLine = false;
        if (line.starts_with(byteOrderMark))
            line.remove_prefix(byteOrderMark.size());
    }
    if (!line.empty()) {
        takeField(line);
        return false;
    }
    m_block.name = m_name;
    m_block.comment = m_comment;
    m_block.error = m_error;
    if (m_hasData || m_block.hasError || m_block.name == "error") {
        if (m_block.stampNs < 0)
            stamp();
        m_blockTaken = true;
        return true;
    }
    startBlock();
    return false;
}

void SseParser::takeField(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == 0) {
        appendBounded(m_comment, line.substr(1), ' ', maxComment);
        return;
    }
    const std::string_view name = line.substr(0, colon);
    std::string_view value = colon == none ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (name == "data") {
        takeData(value);
    } else if (name == "event") {
        m_name = value.substr(0, maxComment);
    } else if (name == "error") {
        m_block.hasError = true;
        appendBounded(m_error, value, '\n', maxForeign);
        stamp();
    } else if (name != "id" && name != "retry") {
        takeForeign(line);
    }
}

void SseParser::takeData(std::string_view value)
{
    stamp();
    if (!m_hasData) {
        m_hasData = true;
        m_dataOwned = false;
        m_block.data = value;
        return;
    }
    if (!m_dataOwned)
        own(m_block.data);
    if (m_data.size() + value.size() + 1 > maxLine) {
        m_overflowed = true;
        return;
    }
    m_data += '\n';
    m_data += value;
    m_block.data = m_data;
}

void SseParser::takeForeign(std::string_view line)
{
    appendBounded(m_foreign, line, '\n', maxForeign);
}

void SseParser::stamp()
{
    m_block.stampNs = m_arrivalNs;
    m_block.read = m_read;
}

void SseParser::own(std::string_view data)
{
    m_data.assign(data);
    m_block.data = m_data;
    m_dataOwned = true;
}

void SseParser::startBlock()
{
    m_blockTaken = false;
    m_hasData = false;
    m_dataOwned = false;
    recycle(m_data);
    m_name.clear();
    m_error.clear();
    m_comment.clear();
    m_block = {};
}

} // namespace streamgauge
