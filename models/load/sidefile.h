// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace streamgauge {

/// The file beside a results file that holds the samples of its requests where they are too many to stand in it: whole
/// nanoseconds as 64-bit floating-point numbers (IEEE 754), little endian, nothing else.
struct SideFile {
    static constexpr QStringView suffix = u".samples"; ///< of the results file's name
    static constexpr qint64 bytesPerSample = 8;

    QString path; ///< its name: it stands in the folder of the results file
    QByteArray sha256; ///< of the whole file, lower-case hex
    qint64 bytes = 0;

    [[nodiscard]] qint64 samples() const { return bytes / bytesPerSample; }

    friend bool operator==(const SideFile &, const SideFile &) = default;
};

} // namespace streamgauge
