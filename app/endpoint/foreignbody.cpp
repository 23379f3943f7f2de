// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/foreignbody.h"

#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>

namespace streamgauge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ForeignBody", text);
}

} // namespace

QString describeForeignBody(std::string_view text)
{
    const QByteArrayView bytes = QByteArrayView(text.data(), static_cast<qsizetype>(text.size())).trimmed();
    const QString words = serverWords(bytes);
    if (bytes.startsWith('<'))
        return tr("The server answered with a web page instead of a stream. Check the address. It says: %1").arg(words);
    const auto json = parseJson(bytes);
    if (!json)
        return tr("The server answered with text that is no event stream: %1").arg(words);
    if ((*json)[u"choices"].isArray())
        return tr("The server answered in one piece although a stream was asked for: nothing can be timed.");
    return tr("The server answered with JSON instead of a stream. Check the address: its path may lack /v1. "
              "The server says: %1")
        .arg(words);
}

} // namespace streamgauge
