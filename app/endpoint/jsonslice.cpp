// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/jsonslice.h"

#include <algorithm>

namespace streamgauge {

namespace {

constexpr std::string_view whiteSpace = " \t\n\r";

/// Walks over valid JSON without building anything.
class Walker {
public:
    explicit Walker(std::string_view json)
        : m_json(json)
    {
        skipSpace();
    }

    [[nodiscard]] bool atEnd() const { return m_at >= m_json.size(); }

    /// Steps over the character, and white space behind it, when it stands here.
    bool take(char c)
    {
        if (atEnd() || m_json[m_at] != c)
            return false;
        ++m_at;
        skipSpace();
        return true;
    }

    /// Steps over one value and returns its bytes.
    std::string_view value()
    {
        const std::size_t begin = m_at;
        if (atEnd())
            return {};
        if (m_json[m_at] == '"')
            skipString();
        else if (m_json[m_at] == '{' || m_json[m_at] == '[')
            skipContainer();
        else
            m_at = std::min(m_json.find_first_of(",]} \t\n\r", m_at), m_json.size());
        const std::string_view bytes = m_json.substr(begin, m_at - begin);
        skipSpace();
        return bytes;
    }

private:
    void skipSpace() { m_at = std::min(m_json.find_first_not_of(whiteSpace, m_at), m_json.size()); }

    /// To behind the next quote that no odd run of backslashes escapes.
    void skipString()
    {
        std::size_t quote = m_at;
        for (;;) {
            quote = m_json.find('"', quote + 1);
            if (quote == std::string_view::npos) {
                m_at = m_json.size();
                return;
            }
            std::size_t backslashes = 0;
            while (m_json[quote - 1 - backslashes] == '\\')
                ++backslashes;
            if (backslashes % 2 == 0)
                break;
        }
        m_at = quote + 1;
    }

    void skipContainer()
    {
        std::size_t depth = 0;
        while (m_at < m_json.size()) {
            const char c = m_json[m_at];
            if (c == '"') {
                skipString();
                continue;
            }
            ++m_at;
            if (c == '{' || c == '[')
                ++depth;
            else if ((c == '}' || c == ']') && --depth == 0)
                return;
        }
    }

    std::string_view m_json;
    std::size_t m_at = 0;
};

} // namespace

std::string_view jsonMember(std::string_view object, std::string_view key)
{
    Walker walker(object);
    std::string_view found;
    if (!walker.take('{'))
        return found;
    while (!walker.atEnd()) {
        const std::string_view name = walker.value();
        if (!walker.take(':'))
            break;
        const std::string_view value = walker.value();
        if (name.size() == key.size() + 2 && name.substr(1, key.size()) == key)
            found = value;
        if (!walker.take(','))
            break;
    }
    return found;
}

std::string_view jsonElement(std::string_view array, std::size_t index)
{
    Walker walker(array);
    if (!walker.take('['))
        return {};
    for (std::size_t i = 0; !walker.atEnd(); ++i) {
        const std::string_view value = walker.value();
        if (i == index)
            return value;
        if (!walker.take(','))
            break;
    }
    return {};
}

} // namespace streamgauge
