// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/endpointoptions.h"

#include "app/cli/keyfile.h"
#include "app/cli/numberoption.h"
#include "app/cli/textoption.h"
#include "models/load/loadplan.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

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
    auto *variable = command.add_option("--api-key-env", m_keyVariable, "Environment variable that holds the API key")
                         ->check(notEmpty())
                         ->type_name("NAME");
    command.add_option("--api-key-file", m_keyFile, "File that holds the API key")
        ->check(notEmpty())
        ->type_name("FILE")
        ->excludes(variable);
}

Result<QByteArray> EndpointOptions::apiKey() const
{
    if (!m_keyVariable.empty()) {
        if (!qEnvironmentVariableIsSet(m_keyVariable.c_str()))
            return failure(u"key.environment"_s,
                Text::tr("--api-key-env: there is no environment variable %1.")
                    .arg(QString::fromStdString(m_keyVariable)));
        return keyAt(u"--api-key-env "_s + QString::fromStdString(m_keyVariable), qgetenv(m_keyVariable.c_str()));
    }
    if (m_keyFile.empty())
        return QByteArray();
    const QString path = QString::fromLocal8Bit(m_keyFile.c_str());
    const auto text = readKeyFile(path);
    return text ? keyAt(u"--api-key-file "_s + path, *text) : text;
}

Result<EndpointSettings> EndpointOptions::settings() const
{
    auto address = EndpointAddress::parse(QString::fromLocal8Bit(m_endpoint.c_str()));
    if (!address)
        return tl::unexpected(address.error());
    auto key = apiKey();
    if (!key)
        return tl::unexpected(key.error());
    return EndpointSettings{*std::move(address), *std::move(key), QString::fromLocal8Bit(m_model.c_str())};
}

} // namespace streamgauge
