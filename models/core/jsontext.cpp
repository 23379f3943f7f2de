// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/json.h"

#include <charconv>
#include <cmath>
#include <string>

namespace streamgauge {

namespace {

/// The shortest digits that read back, and where the decimal point stands: value = 0.DIGITS x 10^point.
struct Shortest {
    std::string digits;
    int point = 0;
};

Shortest shortestDigits(double positive)
{
    char buffer[40];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, positive, std::chars_format::scientific);
    Q_ASSERT(error == std::errc());
    const std::string text(buffer, end);
    const auto exponentAt = text.find('e');
    Shortest shortest;
    for (const char c : text.substr(0, exponentAt)) {
        if (c != '.')
            shortest.digits += c;
    }
    shortest.point = std::stoi(text.substr(exponentAt + 1)) + 1;
    return shortest;
}

std::string exponentForm(const Shortest &number)
{
    const int exponent = number.point - 1;
    std::string text = number.digits.substr(0, 1);
    if (number.digits.size() > 1)
        text += '.' + number.digits.substr(1);
    return text + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

/// Number::toString of ECMAScript, with its bounds: plain digits up to 21, zeros behind the point up to 6.
std::string ecmaScriptForm(const Shortest &number)
{
    const int count = static_cast<int>(number.digits.size());
    const int point = number.point;
    if (point > 21 || point < -5)
        return exponentForm(number);
    if (point <= 0)
        return "0." + std::string(static_cast<std::size_t>(-point), '0') + number.digits;
    if (count <= point)
        return number.digits + std::string(static_cast<std::size_t>(point - count), '0');
    const auto split = static_cast<std::size_t>(point);
    return number.digits.substr(0, split) + '.' + number.digits.substr(split);
}

/// Qt writes a lone surrogate as "?"; a reader of the file should see that a character is missing.
QString withoutLoneSurrogates(QStringView text)
{
    QString whole;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            whole += text[i++];
            whole += text[i];
        } else {
            whole += text[i].isSurrogate() ? QChar(QChar::ReplacementCharacter) : text[i];
        }
    }
    return whole;
}

void appendEscaped(QByteArray &out, char c)
{
    constexpr char hex[] = "0123456789abcdef";
    out += "\\u00";
    out += hex[(c >> 4) & 15];
    out += hex[c & 15];
}

} // namespace

QByteArray jsonNumber(double finite)
{
    Q_ASSERT(std::isfinite(finite));
    if (finite == 0) // and -0, which RFC 8785 writes without its sign
        return QByteArrayLiteral("0");
    const std::string text = ecmaScriptForm(shortestDigits(std::abs(finite)));
    return (finite < 0 ? QByteArrayLiteral("-") : QByteArray()) + QByteArray::fromStdString(text);
}

QByteArray jsonString(QStringView text)
{
    const QByteArray utf8 = text.isValidUtf16() ? text.toUtf8() : withoutLoneSurrogates(text).toUtf8();
    QByteArray out;
    out.reserve(utf8.size() + 2);
    out += '"';
    for (const char c : utf8) {
        switch (c) {
        case '"':
        case '\\':
            out += '\\';
            out += c;
            break;
        case '\b':
            out += "\\b";
            break;
        case '\f':
            out += "\\f";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20)
                appendEscaped(out, c);
            else
                out += c;
        }
    }
    out += '"';
    return out;
}

} // namespace streamgauge
