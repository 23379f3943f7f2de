// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/secretheader.h"

#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>
#include <string_view>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestName = 100;
constexpr qsizetype longestValue = 8192;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SecretHeader)
};

/// RFC 9110, "Tokens".
bool isTokenCharacter(char c)
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || marks.find(c) != std::string_view::npos;
}

/// Of the request and of its connection; another value would change what is measured, or break it.
bool isOurs(const QByteArray &name)
{
    constexpr std::array ours{"accept", "accept-encoding", "connection", "content-length", "content-type", "expect",
        "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"};
    const QByteArray lower = name.toLower();
    return std::ranges::any_of(ours, [&lower](const char *one) { return lower == one; }) || lower.startsWith("proxy-");
}

Result<void> checkName(const QByteArray &name)
{
    if (name.isEmpty() || name.size() > longestName || !std::ranges::all_of(name, isTokenCharacter)) {
        return failure(u"header.name"_s,
            Text::tr("“%1” is no header name: letters, digits and hyphens, as in api-key.")
                .arg(plainExcerpt(QString::fromUtf8(name), longestName)));
    }
    if (isOurs(name)) {
        return failure(u"header.name"_s,
            Text::tr("The header %1 is set by the program itself and cannot be given.").arg(QString::fromUtf8(name)));
    }
    return {};
}

} // namespace

Result<SecretHeader> checkedHeader(const QByteArray &name, const QByteArray &value)
{
    const SecretHeader header{name.trimmed(), value.trimmed()};
    if (const auto checked = checkName(header.name); !checked)
        return tl::unexpected(checked.error());
    const QString shownName = QString::fromLatin1(header.name);
    if (header.value.isEmpty())
        return failure(u"header.value"_s, Text::tr("The header %1 has no value. Give it one.").arg(shownName));
    if (header.value.size() > longestValue)
        return failure(u"header.value"_s,
            Text::tr("The value of the header %1 is longer than 8,192 bytes; servers refuse that.").arg(shownName));
    for (qsizetype i = 0; i < header.value.size(); ++i) {
        const auto byte = static_cast<unsigned char>(header.value[i]);
        if (byte < 0x20 || byte > 0x7e) {
            return failure(u"header.value"_s,
                Text::tr("The value of the header %1 has a character at position %2 that cannot be sent (a line break "
                         "or a look-alike from a document). Copy it again.")
                    .arg(shownName)
                    .arg(i + 1));
        }
    }
    return header;
}

Result<void> checkTogether(const QList<SecretHeader> &headers, bool keyGiven)
{
    QSet<QByteArray> names;
    for (const SecretHeader &header : headers) {
        const QByteArray lower = header.name.toLower();
        const QString shownName = QString::fromLatin1(header.name);
        if (names.contains(lower))
            return failure(u"header.twice"_s, Text::tr("The header %1 is given twice. Keep one.").arg(shownName));
        if (keyGiven && lower == "authorization") {
            return failure(u"header.authorization"_s,
                Text::tr("The API key is sent as the header %1, which is given too. Keep one of the two.")
                    .arg(shownName));
        }
        names.insert(lower);
    }
    return {};
}

QByteArrayList secretPartsOf(const QByteArray &headerValue)
{
    QByteArrayList parts{headerValue};
    QByteArray separated = headerValue;
    separated.replace(';', ' ').replace(',', ' ');
    for (const QByteArray &word : separated.simplified().split(' ')) {
        parts.append(word);
        if (const qsizetype sign = word.indexOf('='); sign > 0)
            parts.append(word.mid(sign + 1));
    }
    if (const QByteArray basic = "basic "; headerValue.toLower().startsWith(basic)) {
        const QByteArray plain = QByteArray::fromBase64(headerValue.mid(basic.size()).trimmed());
        parts.append(plain);
        parts.append(plain.mid(plain.indexOf(':') + 1));
    }
    parts.removeAll(QByteArray());
    return parts;
}

} // namespace streamgauge
