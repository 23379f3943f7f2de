// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/endpointoptions.h"

#include "app/cli/numberoption.h"
#include "models/load/loadplan.h"

#include <QCoreApplication>
#include <QFile>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qint64 longestKey = 8192;
constexpr double shortestTimeoutS = 0.001;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(EndpointOptions)
};

} // namespace

void EndpointOptions::addTo(CLI::App &command)
{
    command.add_option("--endpoint", m_endpoint, "Address of the API, for instance http://localhost:8080/v1")
        ->required()
        ->type_name("URL");
    command.add_option("--model", m_model, "Model to request; the only one served if there is one")->type_name("ID");
    command.add_option("--timeout", m_timeoutS, "Seconds that a whole request may take")
        ->check(decimalNumber(shortestTimeoutS, LoadPlan::maxTimeoutS))
        ->capture_default_str();
    auto *variable = command.add_option("--api-key-env", m_keyVariable, "Environment variable that holds the API key")
                         ->type_name("NAME");
    command.add_option("--api-key-file", m_keyFile, "File that holds the API key")
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
        return checkedApiKey(qgetenv(m_keyVariable.c_str()));
    }
    if (m_keyFile.empty())
        return QByteArray();
    QFile file(QString::fromLocal8Bit(m_keyFile.c_str()));
    if (!file.open(QIODevice::ReadOnly))
        return failure(
            u"key.file"_s, Text::tr("--api-key-file: %1 cannot be read: %2.").arg(file.fileName(), file.errorString()));
    const QByteArray key = file.read(longestKey + 1);
    if (key.size() > longestKey)
        return failure(u"key.file"_s, Text::tr("--api-key-file: %1 is too long for a key.").arg(file.fileName()));
    return checkedApiKey(key);
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
