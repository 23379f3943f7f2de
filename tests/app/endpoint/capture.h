// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringBuilder>

#include <vector>

namespace streamgauge::test {

/// What one recorded response under fixtures/captures says. The counts were taken from the files with a reader of
/// another language.
struct Capture {
    const char *file; ///< without the server's name and the suffix
    QByteArray expected; ///< a JSON object: some fields of observed()
    int status = 200;
};

[[nodiscard]] std::vector<Capture> allCaptures();

} // namespace streamgauge::test
