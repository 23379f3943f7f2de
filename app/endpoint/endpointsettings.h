// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/endpointaddress.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

namespace streamgauge {

/// How an endpoint is reached. The key lives in memory only: it is written to no file, log, journal or result.
struct EndpointSettings {
    EndpointAddress address;
    QByteArray apiKey; ///< "" = no Authorization header; trimmed and checked by checkedApiKey()
    QString model; ///< requested; "" = the only one served
    bool ignoreEos = true; ///< whether requests may carry ignore_eos; false: it is left out

    /// What nobody may see: taken out of whatever the server says.
    [[nodiscard]] QByteArrayList secrets() const { return {apiKey}; }
};

/// Trims ASCII white space. Errors: key.empty where nothing else was given; key.character names the position of a byte
/// outside 0x21..0x7E.
[[nodiscard]] Result<QByteArray> checkedApiKey(QByteArray key);

} // namespace streamgauge
