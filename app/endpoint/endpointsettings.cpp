// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/endpointsettings.h"

#include <QCoreApplication>

namespace streamgauge {

Result<QByteArray> checkedApiKey(QByteArray key)
{
    key = key.trimmed();
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
