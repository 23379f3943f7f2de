// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/refusalwords.h"

#include <QCoreApplication>

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Probe)
};

QString againIn(std::optional<double> seconds)
{
    return seconds ? Text::tr("try again in %1 s").arg(*seconds) : Text::tr("try again later");
}

} // namespace

QString refusalInWords(int status, bool keyGiven, std::optional<double> retryAfterS)
{
    switch (status) {
    case 401:
        return (keyGiven ? Text::tr("The server does not accept this API key (HTTP status %1)")
                         : Text::tr("The server wants an API key (HTTP status %1)"))
            .arg(status);
    case 403:
        return (keyGiven ? Text::tr("The server knows this API key but does not let it in here (HTTP status %1)")
                         : Text::tr("The server lets nobody in here without an API key (HTTP status %1)"))
            .arg(status);
    case 429:
        return Text::tr("The server was asked too often, or the key's quota is used up (HTTP status %1); %2")
            .arg(QString::number(status), againIn(retryAfterS));
    case 503:
        return Text::tr("The server is not ready for requests at present (HTTP status %1); %2")
            .arg(QString::number(status), againIn(retryAfterS));
    default:
        return Text::tr("The server gives no model list (HTTP status %1)").arg(status);
    }
}

} // namespace streamgauge
