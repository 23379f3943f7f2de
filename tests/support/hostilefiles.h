// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

namespace streamgauge::test {

/// Something that stands where a results file was expected.
struct HostileFile {
    const char *name;
    std::function<void(const QString &path)> make;
    QString words; ///< that tell it from the others in what a person is told
};

/// `good`: a results file, of which some are made.
[[nodiscard]] std::vector<HostileFile> hostileFiles(const QByteArray &good);

} // namespace streamgauge::test
