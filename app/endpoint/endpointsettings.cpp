// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/endpointsettings.h"

#include <QCoreApplication>

namespace streamgauge {

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
