// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/endpointaddress.h"

#include "models/endpoint/hostkind.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("EndpointAddress", text);
}

/// What was typed, fit for a message: it may be long, and what stands before an @ or behind a ? may be a secret.
QString quoted(const QString &typed)
{
    constexpr qsizetype longest = 80;
    return typed.contains(u'@') ? u"…"_s : plainExcerpt(typed.left(typed.indexOf(u'?')), longest);
}

/// The parts of an address as typed, before any of them is judged.
struct Parts {
    QString scheme; ///< lower case; "" when none was typed
    bool userInfo = false;
    QString host; ///< without brackets
    QString port; ///< as typed; null when there is no colon
    QString path;
    QString query; ///< null when there is none
};

Result<void> checkCharacters(const QString &typed)
{
    for (qsizetype i = 0; i < typed.size(); ++i) {
        const QChar c = typed[i];
        if (c.isSpace() || c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c == u'\\'
            || c == u'<' || c == u'>' || c == u'"') {
            return failure(u"address.syntax"_s,
                tr("The address has a character at position %1 that no address has (a space, a quote, a backslash or "
                   "an invisible character). Type it as http://HOST:PORT/v1.")
                    .arg(i + 1));
        }
    }
    return {};
}

Result<QString> takeScheme(QString &rest)
{
    static const QRegularExpression pattern(u"^([A-Za-z][A-Za-z0-9+.-]*)://"_s);
    const auto match = pattern.match(rest);
    if (!match.hasMatch()) {
        static const QRegularExpression slip(
            u"^(https?:|[a-z][a-z0-9+.-]*:/)"_s, QRegularExpression::CaseInsensitiveOption);
        if (slip.match(rest).hasMatch()) {
            return failure(u"address.syntax"_s,
                tr("“%1” begins neither with http:// or https:// nor with a host and its port. Type it as "
                   "http://HOST:PORT/v1.")
                    .arg(quoted(rest)));
        }
        if (rest.startsWith("//"_L1))
            rest.remove(0, 2);
        return QString();
    }
    const QString scheme = match.captured(1).toLower();
    if (scheme != "http"_L1 && scheme != "https"_L1) {
        return failure(u"address.scheme"_s,
            tr("The address begins with %1://, but an endpoint is reached by http:// or https://.").arg(scheme));
    }
    rest.remove(0, match.capturedLength());
    return scheme;
}

bool isIpv6(const QString &text)
{
    QUrl url;
    url.setHost(text);
    return text.contains(u':') && !url.host().isEmpty();
}

Result<void> splitAuthority(QString authority, Parts &parts)
{
    const qsizetype host = authority.lastIndexOf(u'@') + 1;
    parts.userInfo = host > 1;
    authority.remove(0, host);
    QString behindHost;
    if (authority.startsWith(u'[')) {
        const qsizetype close = authority.indexOf(u']');
        if (close < 0 || !isIpv6(authority.mid(1, close - 1)))
            return failure(u"address.host"_s, tr("“%1” is no IPv6 address in brackets.").arg(quoted(authority)));
        parts.host = authority.mid(1, close - 1);
        behindHost = authority.mid(close + 1);
    } else if (authority.count(u':') > 1 && isIpv6(authority)) {
        parts.host = authority;
    } else {
        const qsizetype colon = authority.indexOf(u':');
        parts.host = colon < 0 ? authority : authority.left(colon);
        behindHost = colon < 0 ? QString() : authority.mid(colon);
    }
    if (behindHost.isEmpty())
        return {};
    if (!behindHost.startsWith(u':')) {
        return failure(u"address.host"_s, tr("Behind the host of “%1” stands no port.").arg(quoted(authority)));
    }
    parts.port = behindHost.mid(1);
    return {};
}

Result<int> checkedPort(const Parts &parts)
{
    if (parts.port.isNull())
        return -1;
    if (parts.port.isEmpty())
        return failure(u"address.port"_s, tr("Behind the colon of “%1:” stands no port.").arg(quoted(parts.host)));
    bool digits = parts.port.size() <= 5;
    for (const QChar c : parts.port)
        digits = digits && c >= u'0' && c <= u'9';
    const int port = digits ? parts.port.toInt() : 0;
    if (port < 1 || port > 65535) {
        return failure(u"address.port"_s, tr("“%1” is no port; type one from 1 to 65535.").arg(quoted(parts.port)));
    }
    return port;
}

/// A password with a / or ? in it ends the authority too early: its rest would be taken for a path and be shown.
bool secretReachesBeyond(const Parts &parts, const QString &behindAuthority)
{
    const bool wholePort = parts.port.isNull() || checkedPort(parts).has_value();
    return behindAuthority.contains(u'@') && (parts.userInfo || !wholePort);
}

Result<Parts> split(QString rest)
{
    Parts parts;
    auto scheme = takeScheme(rest);
    if (!scheme)
        return tl::unexpected(scheme.error());
    parts.scheme = *scheme;
    static const QRegularExpression authorityEnd(u"[/?#]"_s);
    const qsizetype end = rest.indexOf(authorityEnd);
    const QString behindAuthority = end < 0 ? QString() : rest.mid(end);
    rest = rest.left(rest.indexOf(u'#'));
    if (const qsizetype mark = rest.indexOf(u'?'); mark >= 0) {
        parts.query = rest.mid(mark + 1);
        rest.truncate(mark);
    }
    const qsizetype slash = rest.indexOf(u'/');
    parts.path = slash < 0 ? QString() : rest.mid(slash);
    if (slash >= 0)
        rest.truncate(slash);
    if (auto authority = splitAuthority(rest, parts); !authority)
        return tl::unexpected(authority.error());
    if (secretReachesBeyond(parts, behindAuthority)) {
        return failure(u"address.syntax"_s,
            tr("The address has an @ where no host can begin, as behind a user name and a password with a / in it. "
               "Leave both out of the address; an API key is given in its own place."));
    }
    return parts;
}

void chopSlashes(QString &path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
}

/// The path without slashes at its end, doubled slashes and a leaf that the program appends itself.
QString tidyPath(QString path)
{
    while (path.contains("//"_L1))
        path.replace("//"_L1, "/"_L1);
    chopSlashes(path);
    for (const QLatin1StringView leaf : {"/chat/completions"_L1, "/models"_L1}) {
        if (path.endsWith(leaf)) {
            path.chop(leaf.size());
            break;
        }
    }
    chopSlashes(path);
    return path;
}

bool endsInVersion(const QString &path)
{
    static const QRegularExpression version(
        u"^(v\\d+((alpha|beta)\\d*)?|openai)$"_s, QRegularExpression::CaseInsensitiveOption);
    return version.match(path.mid(path.lastIndexOf(u'/') + 1)).hasMatch();
}

/// The base without the values of its query: some servers take a key there.
QString shownForm(const QUrl &base)
{
    QString shown = base.toString(QUrl::FullyEncoded | QUrl::RemoveQuery | QUrl::RemoveUserInfo | QUrl::RemoveFragment);
    if (!base.hasQuery())
        return shown;
    QStringList items;
    for (const auto &[name, value] : QUrlQuery(base).queryItems(QUrl::FullyEncoded))
        items += value.isEmpty() ? u"…"_s : name + u"=…"_s;
    return shown + u'?' + items.join(u'&');
}

} // namespace

Result<EndpointAddress> EndpointAddress::parse(const QString &typed)
{
    const QString trimmed = typed.trimmed();
    if (trimmed.isEmpty())
        return failure(
            u"address.empty"_s, tr("Type the address of the endpoint, for instance http://localhost:8000/v1."));
    if (auto characters = checkCharacters(trimmed); !characters)
        return tl::unexpected(characters.error());
    auto parts = split(trimmed);
    if (!parts)
        return tl::unexpected(parts.error());
    const auto port = checkedPort(*parts);
    if (!port)
        return tl::unexpected(port.error());

    QUrl url;
    url.setHost(parts->host, QUrl::StrictMode);
    if (url.host().isEmpty())
        return failure(u"address.host"_s, tr("“%1” is no host name or address.").arg(quoted(parts->host)));
    EndpointAddress address;
    address.userInfoLeftOut = parts->userInfo;
    address.host = url.host(QUrl::FullyEncoded);
    const HostKind kind = hostKind(address.host);
    address.loopback = kind == HostKind::Loopback;
    address.privateHost = kind != HostKind::Public;
    url.setScheme(!parts->scheme.isEmpty() ? parts->scheme : address.privateHost ? u"http"_s : u"https"_s);
    url.setPort(*port);
    if (!parts->query.isEmpty())
        url.setQuery(parts->query, QUrl::TolerantMode);
    const QString path = tidyPath(parts->path);
    const bool versioned = endsInVersion(path);
    url.setPath(versioned ? path : path + "/v1"_L1, QUrl::TolerantMode);
    if (!url.isValid())
        return failure(u"address.syntax"_s, tr("“%1” cannot be read as an address.").arg(quoted(trimmed)));
    address.base = url;
    if (!versioned) {
        address.otherBase = url;
        address.otherBase.setPath(path, QUrl::TolerantMode);
    }
    address.shown = shownForm(versioned ? address.base : address.otherBase);
    return address;
}

QString EndpointAddress::userInfoNote()
{
    return tr("The user name or password in the address was left out: it is sent nowhere and kept nowhere. Give an API "
              "key in its own place: --api-key-env or --api-key-file on the command line, the field API key in the "
              "window.");
}

QUrl endpointUrl(const QUrl &base, QStringView leaf)
{
    QUrl url = base;
    QString path = base.path(QUrl::FullyEncoded);
    chopSlashes(path);
    if (!leaf.startsWith(u'/'))
        path += u'/';
    url.setPath(path + leaf, QUrl::StrictMode);
    return url;
}

} // namespace streamgauge
