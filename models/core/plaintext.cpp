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
