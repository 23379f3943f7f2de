// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/serverwords.h"

#include "models/core/json.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// The first nonempty string of that name, outer objects and earlier members first. Depth is bounded by the parser.
QString firstString(const JsonValue &value, QStringView name)
{
    for (const auto &[key, member] : value.object()) {
        if (key == name && !member.toString().isEmpty())
            return member.toString();
    }
    for (const auto &[key, member] : value.object()) {
        if (QString found = firstString(member, name); !found.isEmpty())
            return found;
    }
    for (const JsonValue &element : value.array()) {
        if (QString found = firstString(element, name); !found.isEmpty())
            return found;
    }
    return {};
}

QString wordsOf(const JsonValue &value)
{
    if (value.isString())
        return value.toString();
    for (const QStringView name : {u"message", u"detail", u"error"}) {
        if (QString found = firstString(value, name); !found.isEmpty())
            return found;
    }
    return {};
}

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

QString serverWords(QByteArrayView utf8)
{
    if (const auto json = parseJson(utf8)) {
        if (const QString words = wordsOf(*json); !words.isEmpty())
            return plainExcerpt(words);
    }
    return plainExcerpt(QString::fromUtf8(utf8));
}

QString withWords(const QString &sentence, const QString &words)
{
    const QString end = words.isEmpty() ? u"."_s : u": "_s + words;
    return sentence + end;
}

} // namespace streamgauge
