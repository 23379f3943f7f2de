// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectchoices.h"

namespace streamgauge {

namespace {

Result<ProxyChoice> proxyOf(const ConnectChoices &choices)
{
    ProxyChoice proxy;
    proxy.from = choices.proxy;
    if (proxy.from != ProxyChoice::From::Given)
        return proxy;
    auto address = ProxyAddress::parse(choices.proxyAddress);
    if (!address)
        return tl::unexpected(address.error());
    proxy.given = *std::move(address);
    if (!choices.proxyUser.isEmpty() || !choices.proxyPassword.isEmpty()) {
        proxy.given.user = choices.proxyUser;
        proxy.given.password = choices.proxyPassword;
    }
    return proxy;
}

Result<QList<SecretHeader>> headersOf(const ConnectChoices &choices, bool keyGiven)
{
    QList<SecretHeader> headers;
    for (const SecretHeader &row : choices.headers) {
        if (row.name.trimmed().isEmpty() && row.value.isEmpty())
            continue;
        auto header = checkedHeader(row.name, row.value);
        if (!header)
            return tl::unexpected(header.error());
        headers.append(*std::move(header));
    }
    if (const auto together = checkTogether(headers, keyGiven); !together)
        return tl::unexpected(together.error());
    return headers;
}

} // namespace

Result<void> addChoices(EndpointSettings &settings, const ConnectChoices &choices)
{
    auto proxy = proxyOf(choices);
    if (!proxy)
        return tl::unexpected(proxy.error());
    auto headers = headersOf(choices, !settings.apiKey.isEmpty());
    if (!headers)
        return tl::unexpected(headers.error());
    settings.proxy = *std::move(proxy);
    settings.headers = *std::move(headers);
    settings.authorityFile = choices.authorityFile.trimmed();
    settings.family = choices.family;
    settings.trustedCertificate = choices.trustedCertificate;
    return {};
}

} // namespace streamgauge
