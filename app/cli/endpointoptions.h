// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace streamgauge {

/// The options that say which endpoint is meant and how it is reached; shared by all commands that talk to one. Keys
/// and header values are named by where they are kept, never by their value.
class EndpointOptions final {
public:
    void addTo(CLI::App &command);

    /// Errors: those of EndpointAddress, checkedApiKey(), ProxyChoice, fingerprintFromText(), checkedHeader() and
    /// checkTogether(), key.empty, key.environment, key.file, header.form, header.environment.
    [[nodiscard]] Result<EndpointSettings> settings() const;
    [[nodiscard]] double timeoutS() const { return m_timeoutS; }

private:
    void addSecretsTo(CLI::App &command);
    void addRouteTo(CLI::App &command);
    [[nodiscard]] Result<QByteArray> apiKey() const;
    [[nodiscard]] Result<QList<SecretHeader>> headers() const;
    [[nodiscard]] Result<void> addRoute(EndpointSettings &settings) const;

    std::string m_endpoint;
    std::string m_model;
    std::string m_keyVariable;
    std::string m_keyFile;
    std::vector<std::string> m_headers; ///< NAME=VARIABLE
    std::string m_proxy = "none";
    std::string m_authorityFile;
    std::string m_certificate;
    bool m_ipv4 = false;
    bool m_ipv6 = false;
    double m_timeoutS = 120;
};

} // namespace streamgauge
