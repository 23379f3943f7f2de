// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/plaintext.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

bool isControl(QChar c)
{
    // Format characters are included: they can turn the reading order of a message round.
    return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
}

QString escaped(QChar c)
{
    return u"\\x%1"_s.arg(uint(c.unicode()), 2, 16, QChar(u'0'));
}

/// No half of a character is left in front of the ellipsis.
QString cut(QString text)
{
    if (text.back().isHighSurrogate())
        text.chop(1);
    return text + u'…';
}

} // namespace

Utf8Piece firstUtf8Piece(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1
        : lead < 0xC2                      ? 0
        : lead < 0xE0                      ? 2
        : lead < 0xF0                      ? 3
        : lead < 0xF5                      ? 4
                                           : 0;
    if (length == 0)
        return {};
    // Of the second byte alone the lead may ask for more: nothing overlong, no surrogates, nothing beyond U+10FFFF.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t i = 1; i < length; ++i) {
        if (i == text.size())
            return {.length = i, .mayGoOn = true};
        if (byte(i) < low || byte(i) > high)
            return {.length = i};
        low = 0x80;
        high = 0xBF;
    }
    return {.length = length, .valid = true};
}

std::string wholeUtf8(std::string text)
{
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    if (QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        return text;
    std::string whole;
    std::string_view rest = text;
    while (!rest.empty()) {
        const Utf8Piece piece = firstUtf8Piece(rest);
        whole += piece.valid ? rest.substr(0, piece.length) : replacement;
        rest.remove_prefix(piece.length);
    }
    return whole;
}

QString plainExcerpt(QStringView text, qsizetype limit)
{
    QString out;
    bool blank = false;
    for (const QChar c : text) {
        if (c.isSpace()) {
            blank = !out.isEmpty();
            continue;
        }
        if (out.size() >= limit)
            return cut(out);
        if (blank)
            out += u' ';
        blank = false;
        if (isControl(c))
            out += escaped(c);
        else
            out += c;
    }
    return out;
}

QString plainLines(QStringView text, qsizetype limit)
{
    QString out;
    for (const QChar c : text) {
        if (out.size() >= limit)
            return cut(out);
        if (isControl(c) && c != u'\n')
            out += escaped(c);
        else
            out += c;
    }
    return out;
}

QString plainName(QStringView name)
{
    constexpr qsizetype longestName = 80;
    return plainExcerpt(name, longestName);
}

} // namespace streamgauge
