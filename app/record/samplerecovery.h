// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/samplefile.h"

namespace streamgauge {

/// The side file of a journal that was left behind. `written`: where it stood for the program that wrote the journal;
/// both may have been moved since, so beside the journal comes first. Error: results.samples.
[[nodiscard]] Result<std::shared_ptr<const SampleFile>> findSamples(const QString &journal, const QString &written);

/// Puts the first samples of a left side file where the recovered results file will look for them, unless they stand
/// there already; what comes after them, no request owns. The file that they were in goes with letGo().
class PlacedSamples final {
public:
    /// Errors: those of SampleWriter and SampleFile.
    [[nodiscard]] static Result<PlacedSamples> place(
        std::shared_ptr<const SampleFile> left, qint64 samples, const QString &target);

    [[nodiscard]] const SideFile &file() const { return m_file; }
    /// The results file is written: the left file goes, unless another results file may need it.
    void letGo();
    /// There will be no results file: a copy that was made goes.
    void undo();

private:
    std::shared_ptr<const SampleFile> m_left;
    QString m_copy; ///< "" where none was made
    SideFile m_file;
};

} // namespace streamgauge
