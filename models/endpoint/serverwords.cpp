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

} // namespace

QString serverWords(QByteArrayView utf8)
{
    const QByteArray text = QByteArray::fromStdString(wholeUtf8({utf8.data(), static_cast<std::size_t>(utf8.size())}));
    if (const auto json = parseJson(text)) {
        if (const QString words = wordsOf(*json); !words.isEmpty())
            return plainExcerpt(words);
    }
    return plainExcerpt(QString::fromUtf8(text));
}

QString withWords(const QString &sentence, const QString &words)
{
    const QString end = words.isEmpty() ? u"."_s : u": "_s + words;
    return sentence + end;
}

} // namespace streamgauge
