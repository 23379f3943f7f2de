// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QtGlobal>

namespace streamgauge {

/// Prompt numbers outside the run's own, so that nothing measured was ever sent before: the connection test counts from
/// here, and so does the calibration.
inline constexpr quint64 firstProbeNumber = quint64(1) << 32;
inline constexpr quint64 firstCalibrationNumber = firstProbeNumber + (quint64(1) << 31);

/// The prompts of a load run (load method, "Prompts"): a short instruction, the request's number, then words drawn
/// from a fixed list by SplitMix64. The same seed, number and count give the same bytes on every platform, and no two
/// numbers share more than the instruction. docs/prompts.md describes the recipe, so that others can repeat it, under
/// its id (LoadResult::currentPromptGenerator).
class PromptSynthesizer final {
public:
    PromptSynthesizer() = delete;

    /// ASCII. `words` counts the drawn words only; the instruction comes on top. May be called from any thread.
    [[nodiscard]] static QByteArray prompt(quint64 seed, quint64 number, int words);

    /// The list, in the order that the draws count in.
    [[nodiscard]] static const QByteArrayList &wordList();
};

} // namespace streamgauge
