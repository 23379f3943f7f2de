// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"

#include <QFile>

namespace streamgauge::test {

QString fixturePath(const QString &relative)
{
    return QStringLiteral(STREAMGAUGE_FIXTURES) + u'/' + relative;
}

QByteArray fixture(const QString &relative)
{
    QFile file(fixturePath(relative));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("fixture %s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
    return file.readAll();
}

} // namespace streamgauge::test
