// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace streamgauge::test {

/// The highest resident memory of this process since the object was made.
class PeakMemory final {
public:
    PeakMemory();

    /// MiB beyond what was resident then; 0 where the system does not tell, and under a sanitizer, whose own memory
    /// would be counted.
    [[nodiscard]] qint64 growthMiB() const;

private:
    qint64 m_beforeKiB = -1;
};

} // namespace streamgauge::test
