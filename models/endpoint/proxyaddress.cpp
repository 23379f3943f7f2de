// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/proxyaddress.h"

#include "models/endpoint/endpointaddress.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ProxyAddress)
};

Result<ProxyAddress::Kind> takeKind(QString &rest)
{
    const qsizetype mark = rest.indexOf("://"_L1);
    if (mark < 0)
        return ProxyAddress::Kind::Http;
    const QString scheme = rest.left(mark).toLower();
    rest.remove(0, mark + 3);
    if (scheme == "http"_L1)
        return ProxyAddress::Kind::Http;
    if (scheme == "socks5"_L1 || scheme == "socks5h"_L1)
        return ProxyAddress::Kind::Socks5;
    return failure(u"proxy.scheme"_s,
        Text::tr("The proxy begins with %1://, but a proxy is reached by http:// or socks5://.").arg(scheme.left(20)));
}

/// Libcurl takes them as C strings; a line break belongs to no name.
std::optional<QByteArray> decoded(const QString &part)
{
    const QByteArray bytes = QByteArray::fromPercentEncoding(part.toUtf8());
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (std::ranges::any_of(bytes, isControl))
        return std::nullopt;
    return bytes;
}

Result<void> takeUser(QString &rest, ProxyAddress &proxy)
{
    const qsizetype at = rest.lastIndexOf(u'@');
    if (at < 0)
        return {};
    const QString userInfo = rest.left(at);
    rest.remove(0, at + 1);
    const qsizetype colon = userInfo.indexOf(u':');
    const auto user = decoded(colon < 0 ? userInfo : userInfo.left(colon));
    const auto password = decoded(colon < 0 ? QString() : userInfo.mid(colon + 1));
    if (!user || !password) {
        return failure(
            u"proxy.syntax"_s, Text::tr("The proxy's user name or password has a control character. Type them again."));
    }
    proxy.user = *user;
    proxy.password = *password;
    return {};
}

/// Host and port are judged as those of an endpoint are.
Result<void> takePlace(const QString &rest, ProxyAddress &proxy)
{
    const auto place = EndpointAddress::parse(u"http://"_s + rest);
    if (!place) {
        const QString code = place.error().code.section(u'.', 1);
        return failure(u"proxy."_s + (code == "empty"_L1 ? u"host"_s : code),
            Text::tr("The proxy cannot be used: %1").arg(place.error().message));
    }
    if (place->base.port() < 0) {
        return failure(
            u"proxy.port"_s, Text::tr("The proxy %1 has no port. Name it, for instance %1:3128.").arg(place->host));
    }
    proxy.host = place->base.host(QUrl::FullyEncoded);
    proxy.port = static_cast<quint16>(place->base.port());
    return {};
}

} // namespace

QString ProxyAddress::shown() const
{
    return (kind == Kind::Http ? u"http://"_s : u"socks5://"_s)
        + (host.contains(u':') ? QString(u'[' + host + u']') : host) + u':' + QString::number(port);
}

Result<ProxyAddress> ProxyAddress::parse(const QString &typed)
{
    QString rest = typed.trimmed();
    if (rest.isEmpty())
        return failure(u"proxy.empty"_s, Text::tr("Type the proxy's address, for instance http://proxy:3128."));
    const auto kind = takeKind(rest);
    if (!kind)
        return tl::unexpected(kind.error());
    if (rest.endsWith(u'/'))
        rest.chop(1);
    if (rest.contains(u'/') || rest.contains(u'?') || rest.contains(u'#')) {
        return failure(u"proxy.syntax"_s,
            Text::tr("The proxy has a /, ? or # behind its scheme. Type it as http://HOST:PORT; in a user name or "
                     "password these are written %2F, %3F and %23."));
    }
    ProxyAddress proxy;
    proxy.kind = *kind;
    if (const auto user = takeUser(rest, proxy); !user)
        return tl::unexpected(user.error());
    if (const auto place = takePlace(rest, proxy); !place)
        return tl::unexpected(place.error());
    return proxy;
}

} // namespace streamgauge
