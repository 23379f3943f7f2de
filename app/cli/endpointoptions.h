// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/core/result.h"

#include <string>

namespace CLI {
class App;
}

namespace streamgauge {

/// The options that say which endpoint is meant; shared by all commands that talk to one. A key is named by where it
/// is kept, never by its value.
class EndpointOptions final {
public:
    void addTo(CLI::App &command);

    /// Errors: those of EndpointAddress and checkedApiKey(), key.empty, key.environment, key.file.
    [[nodiscard]] Result<EndpointSettings> settings() const;
    [[nodiscard]] double timeoutS() const { return m_timeoutS; }

private:
    [[nodiscard]] Result<QByteArray> apiKey() const;

    std::string m_endpoint;
    std::string m_model;
    std::string m_keyVariable;
    std::string m_keyFile;
    double m_timeoutS = 120;
};

} // namespace streamgauge
