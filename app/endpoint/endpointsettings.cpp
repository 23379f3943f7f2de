// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/endpointsettings.h"

#include "app/endpoint/transferroute.h"

#include <QCoreApplication>

namespace streamgauge {

namespace {

/// Also as they go over the wire, and as they may have been typed.
QByteArrayList secretsOf(const ProxyAddress &proxy)
{
    if (proxy.user.isEmpty() && proxy.password.isEmpty())
        return {};
    return {proxy.user, proxy.password, proxy.user.toPercentEncoding(), proxy.password.toPercentEncoding(),
        QByteArray(proxy.user + ':' + proxy.password).toBase64()};
}

} // namespace

QByteArrayList EndpointSettings::secrets() const
{
    QByteArrayList secrets{apiKey};
    for (const SecretHeader &header : headers)
        secrets += secretPartsOf(header.value);
    if (proxy.from == ProxyChoice::From::Given)
        secrets += secretsOf(proxy.given);
    else if (route && route->proxy)
        secrets += secretsOf(*route->proxy);
    return secrets;
}

Result<QByteArray> checkedApiKey(QByteArray key)
{
    const bool given = !key.isEmpty();
    key = key.trimmed();
    if (given && key.isEmpty()) {
        return failure(QStringLiteral("key.empty"),
            QCoreApplication::translate("EndpointSettings",
                "The API key is nothing but white space. Give the key, or none where the server asks for none."));
    }
    for (qsizetype i = 0; i < key.size(); ++i) {
        const auto byte = static_cast<unsigned char>(key[i]);
        if (byte < 0x21 || byte > 0x7e) {
            return failure(QStringLiteral("key.character"),
                QCoreApplication::translate("EndpointSettings",
                    "The API key has a character at position %1 that no key has (a space, line break or a look-alike "
                    "from a document). Copy the key again.")
                    .arg(i + 1));
        }
    }
    return key;
}

} // namespace streamgauge
