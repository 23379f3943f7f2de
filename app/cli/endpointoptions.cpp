// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/endpointoptions.h"

#include "app/cli/numberoption.h"
#include "app/cli/secretoption.h"
#include "app/cli/textoption.h"
#include "app/endpoint/certificatefacts.h"
#include "app/endpoint/shortfile.h"
#include "models/load/loadplan.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestKey = 8192;
constexpr double shortestTimeoutS = 0.001;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(EndpointOptions)
};

/// Where a place for the key was named, there must be one.
Result<QByteArray> keyAt(const QString &place, const QByteArray &text)
{
    if (text.trimmed().isEmpty()) {
        return failure(u"key.empty"_s,
            Text::tr("%1: the key there is empty. Put the key there, or leave the option out where the server asks for "
                     "none.")
                .arg(place));
    }
    auto key = checkedApiKey(text);
    if (!key)
        return failure(key.error().code, place + u": "_s + key.error().message);
    return key;
}

} // namespace

void EndpointOptions::addTo(CLI::App &command)
{
    command.add_option("--endpoint", m_endpoint, "Address of the API, for instance http://localhost:8080/v1")
        ->required()
        ->type_name("URL");
    command.add_option("--model", m_model, "Model to request; the only one served if there is one")
        ->check(notEmpty())
        ->type_name("ID");
    command.add_option("--timeout", m_timeoutS, "Seconds that a whole request may take")
        ->check(decimalNumber(shortestTimeoutS, LoadPlan::maxTimeoutS))
        ->capture_default_str();
    addSecretsTo(command);
    addRouteTo(command);
}

void EndpointOptions::addSecretsTo(CLI::App &command)
{
    auto *variable = command.add_option("--api-key-env", m_keyVariable, "Environment variable that holds the API key")
                         ->check(notEmpty())
                         ->type_name("NAME");
    command.add_option("--api-key-file", m_keyFile, "File that holds the API key")
        ->check(notEmpty())
        ->type_name("FILE")
        ->excludes(variable);
    command
        .add_option("--header-env", m_headers,
            "A header to send with every request, its value from an environment variable; may be given again")
        ->check(notEmpty())
        ->type_name("NAME=VARIABLE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void EndpointOptions::addRouteTo(CLI::App &command)
{
    command
        .add_option("--proxy", m_proxy,
            "none, the default: straight to the endpoint, whatever the environment says; system: what this machine's "
            "settings or environment name, never for an endpoint on this machine; or a proxy, as in http://proxy:3128")
        ->check(notEmpty())
        ->type_name("none|system|URL");
    command
        .add_option("--ca-file", m_authorityFile, "PEM file of certificates to trust beside this machine's authorities")
        ->check(notEmpty())
        ->type_name("FILE");
    command
        .add_option("--trust-certificate", m_certificate,
            "Trust the server's certificate with this SHA-256 and no other, whatever authorities and names say")
        ->check(notEmpty())
        ->type_name("SHA256");
    auto *ipv4 = command.add_flag("--ipv4", m_ipv4, "Connect to IPv4 addresses only");
    command.add_flag("--ipv6", m_ipv6, "Connect to IPv6 addresses only")->excludes(ipv4);
}

Result<QByteArray> EndpointOptions::apiKey() const
{
    if (!m_keyVariable.empty()) {
        const auto key = secretFromEnvironment(u"--api-key-env"_s, m_keyVariable, u"key.environment"_s);
        return key ? keyAt(u"--api-key-env "_s + QString::fromStdString(m_keyVariable), *key) : key;
    }
    if (m_keyFile.empty())
        return QByteArray();
    const QString path = QString::fromLocal8Bit(m_keyFile.c_str());
    const auto text = readShortFile(path, longestKey);
    if (text && text->size() <= longestKey)
        return keyAt(u"--api-key-file "_s + path, *text);
    const QString problem = text ? Text::tr("--api-key-file: %1 is too long for a key.").arg(path)
                                 : Text::tr("--api-key-file: %1 cannot be read: %2.").arg(path, text.error().message);
    return failure(u"key.file"_s, problem + u' ' + Text::tr("Name a file that holds the key and nothing else."));
}

Result<QList<SecretHeader>> EndpointOptions::headers() const
{
    QList<SecretHeader> headers;
    for (const std::string &text : m_headers) {
        auto header = headerFromOption(text);
        if (!header)
            return tl::unexpected(header.error());
        headers.append(*std::move(header));
    }
    const bool keyGiven = !m_keyVariable.empty() || !m_keyFile.empty();
    if (const auto checked = checkTogether(headers, keyGiven); !checked)
        return failure(checked.error().code, u"--header-env: "_s + checked.error().message);
    return headers;
}

Result<void> EndpointOptions::addRoute(EndpointSettings &settings) const
{
    const auto proxy = ProxyChoice::parse(QString::fromLocal8Bit(m_proxy.c_str()));
    if (!proxy)
        return failure(proxy.error().code, u"--proxy: "_s + proxy.error().message);
    settings.proxy = *proxy;
    if (!m_certificate.empty()) {
        const auto certificate = fingerprintFromText(QString::fromLocal8Bit(m_certificate.c_str()));
        if (!certificate)
            return failure(certificate.error().code, u"--trust-certificate: "_s + certificate.error().message);
        settings.trustedCertificate = *certificate;
    }
    settings.authorityFile = QString::fromLocal8Bit(m_authorityFile.c_str());
    settings.family = m_ipv4 ? AddressFamily::IPv4 : m_ipv6 ? AddressFamily::IPv6 : AddressFamily::Any;
    return {};
}

Result<EndpointSettings> EndpointOptions::settings() const
{
    EndpointSettings settings;
    auto address = EndpointAddress::parse(QString::fromLocal8Bit(m_endpoint.c_str()));
    if (!address)
        return tl::unexpected(address.error());
    settings.address = *std::move(address);
    auto key = apiKey();
    if (!key)
        return tl::unexpected(key.error());
    settings.apiKey = *std::move(key);
    settings.model = QString::fromLocal8Bit(m_model.c_str());
    auto given = headers();
    if (!given)
        return tl::unexpected(given.error());
    settings.headers = *std::move(given);
    if (const auto added = addRoute(settings); !added)
        return tl::unexpected(added.error());
    return settings;
}

} // namespace streamgauge
