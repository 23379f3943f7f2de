// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/httprequestparser.h"

#include <algorithm>
#include <charconv>

namespace streamgauge {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool isTokenCharacter(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z')
        || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter);
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// True when one of the comma-separated elements is `element`.
bool listHolds(std::string_view list, std::string_view element)
{
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        if (equalsIgnoringCase(trimmed(list.substr(0, comma)), element))
            return true;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

/// The path of "/path?query" or of "http://host/path?query"; "" when it is neither.
std::string_view pathOf(std::string_view target)
{
    if (constexpr std::string_view scheme = "http://"; target.substr(0, scheme.size()) == scheme) {
        const auto slash = target.find('/', scheme.size());
        target = slash == std::string_view::npos ? std::string_view("/") : target.substr(slash);
    }
    return target.substr(0, 1) == "/" ? target.substr(0, target.find('?')) : std::string_view();
}

} // namespace

HttpRequestParser::State HttpRequestParser::feed(std::string_view bytes)
{
    if (m_state == State::Bad)
        return m_state;
    m_buffer.append(bytes);
    return readOn();
}

HttpRequest HttpRequestParser::take()
{
    const std::size_t length = m_contentLength.value_or(0);
    HttpRequest request = std::move(m_request);
    std::string rest = m_buffer.substr(length);
    m_buffer.resize(length);
    request.body = std::move(m_buffer);
    *this = HttpRequestParser();
    m_buffer = std::move(rest);
    readOn();
    return request;
}

bool HttpRequestParser::takeWantsContinue()
{
    const bool wants = m_wantsContinue && m_headRead && m_state == State::Incomplete;
    if (wants)
        m_wantsContinue = false;
    return wants;
}

HttpRequestParser::State HttpRequestParser::readOn()
{
    while (m_state == State::Incomplete && !m_headRead) {
        if (!readLine())
            return m_state;
    }
    if (m_state == State::Incomplete && m_buffer.size() >= m_contentLength.value_or(0))
        m_state = State::Complete;
    return m_state;
}

/// True when a whole line of the head was there and in order.
bool HttpRequestParser::readLine()
{
    const auto end = m_buffer.find('\n', m_scanned);
    if ((end == std::string::npos ? m_buffer.size() : end) >= headLimit)
        return bad(431, "The request line and headers are over 65536 bytes.");
    if (end == std::string::npos) {
        m_scanned = m_buffer.size();
        return false;
    }
    if (end == m_lineStart || m_buffer[end - 1] != '\r')
        return bad(400, "A line of the request's head does not end with CR LF.");
    const auto line = std::string_view(m_buffer).substr(m_lineStart, end - 1 - m_lineStart);
    m_lineStart = m_scanned = end + 1;
    return takeLine(line);
}

bool HttpRequestParser::takeLine(std::string_view line)
{
    if (line.find('\0') != std::string_view::npos || line.find('\r') != std::string_view::npos)
        return bad(400, "The request's head holds a NUL or a lone CR.");
    if (!m_requestLineRead)
        return line.empty() || readRequestLine(line); // empty lines before a request are to be ignored
    return line.empty() ? endHead() : readHeader(line);
}

bool HttpRequestParser::readRequestLine(std::string_view line)
{
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == std::string_view::npos || first == last)
        return bad(400, "The request line is not 'METHOD target HTTP/1.1'.");
    const auto target = line.substr(first + 1, last - first - 1);
    const auto version = line.substr(last + 1);
    if (!isToken(line.substr(0, first)) || target.find(' ') != std::string_view::npos)
        return bad(400, "The request line is not 'METHOD target HTTP/1.1'.");
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return bad(505, "The request's protocol is neither HTTP/1.1 nor HTTP/1.0.");
    if (pathOf(target).empty())
        return bad(400, "The request's target does not start with '/'.");
    m_request.method = line.substr(0, first);
    m_request.path = pathOf(target);
    m_request.http11 = m_request.keepAlive = version == "HTTP/1.1";
    m_requestLineRead = true;
    return true;
}

bool HttpRequestParser::readHeader(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !isToken(line.substr(0, colon)))
        return bad(400, "A header line is not 'Name: value'.");
    const auto name = line.substr(0, colon);
    const auto value = trimmed(line.substr(colon + 1));
    if (equalsIgnoringCase(name, "Content-Length"))
        return readContentLength(value);
    if (equalsIgnoringCase(name, "Transfer-Encoding"))
        return bad(411, "A request body needs a Content-Length; Transfer-Encoding is not read.");
    if (equalsIgnoringCase(name, "Connection")) {
        if (listHolds(value, "close"))
            m_request.keepAlive = false;
        else if (listHolds(value, "keep-alive"))
            m_request.keepAlive = true;
    }
    if (equalsIgnoringCase(name, "Expect") && equalsIgnoringCase(value, "100-continue"))
        m_wantsContinue = true;
    return true;
}

bool HttpRequestParser::readContentLength(std::string_view value)
{
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    const bool allDigits = !value.empty() && end == value.data() + value.size() && value.front() != '-';
    if (!allDigits || (m_contentLength && *m_contentLength != length))
        return bad(400, "Content-Length is not one whole number.");
    if (error != std::errc() || length > bodyLimit)
        return bad(413, "The request body is over 67108864 bytes.");
    m_contentLength = length;
    return true;
}

bool HttpRequestParser::endHead()
{
    m_buffer.erase(0, m_lineStart);
    m_lineStart = m_scanned = 0;
    m_headRead = true;
    return true;
}

bool HttpRequestParser::bad(int status, std::string_view reason)
{
    m_state = State::Bad;
    m_badStatus = status;
    m_badReason = reason;
    m_buffer.clear();
    return false;
}

} // namespace streamgauge
