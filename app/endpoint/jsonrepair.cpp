// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/jsonrepair.h"

#include "models/core/plaintext.h"

#include <optional>
#include <utility>

namespace streamgauge {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t escapeLength = 6; // \uXXXX

/// The UTF-16 unit of a \uXXXX escape at `at`, nothing where none stands.
std::optional<unsigned> unicodeEscape(std::string_view text, std::size_t at)
{
    if (text.size() < at + escapeLength || text[at] != '\\' || text[at + 1] != 'u')
        return std::nullopt;
    unsigned unit = 0;
    for (const char c : text.substr(at + 2, 4)) {
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return std::nullopt;
        unit = unit * 16 + static_cast<unsigned>(digit);
    }
    return unit;
}

bool isHigh(unsigned unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isLow(unsigned unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/// Copies the escape at `at` and returns how long it is; half a pair becomes U+FFFD.
std::size_t copyEscape(std::string &out, std::string_view json, std::size_t at)
{
    const auto unit = unicodeEscape(json, at);
    std::size_t length = unit ? escapeLength : 2;
    if (unit && isHigh(*unit)) {
        const auto second = unicodeEscape(json, at + escapeLength);
        if (second && isLow(*second)) {
            length = 2 * escapeLength;
        } else {
            out += replacement;
            return length;
        }
    } else if (unit && isLow(*unit)) {
        out += replacement;
        return length;
    }
    out += json.substr(at, length);
    return length;
}

} // namespace

bool hasSurrogateEscape(std::string_view json)
{
    for (std::size_t at = json.find("\\u"); at != std::string_view::npos; at = json.find("\\u", at + 2)) {
        if (const auto unit = unicodeEscape(json, at); unit && (isHigh(*unit) || isLow(*unit)))
            return true;
    }
    return false;
}

std::string repairedJson(std::string_view json)
{
    std::string halves;
    halves.reserve(json.size());
    std::size_t at = 0;
    while (at < json.size()) {
        const std::size_t backslash = json.find('\\', at);
        halves += json.substr(at, backslash == std::string_view::npos ? backslash : backslash - at);
        if (backslash == std::string_view::npos)
            break;
        at = backslash + copyEscape(halves, json, backslash);
    }
    return wholeUtf8(std::move(halves));
}

} // namespace streamgauge
