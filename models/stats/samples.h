// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace streamgauge {

/// So many samples of a side file from the one at `offset` on; both count samples, not bytes.
struct SampleRange {
    qint64 offset = 0;
    qint64 count = 0;

    [[nodiscard]] qint64 end() const { return offset + count; }

    friend bool operator==(const SampleRange &, const SampleRange &) = default;
};

using SampleTaker = std::function<void(std::span<const qint64>)>;

/// A side file of samples in whole nanoseconds, seen by who only computes.
class SampleSource {
public:
    virtual ~SampleSource() = default;

    /// How many samples it holds.
    [[nodiscard]] virtual qint64 count() const = 0;
    /// Gives the range's samples to `take` in their order, block by block. Error: results.samples.
    [[nodiscard]] virtual Result<void> read(SampleRange range, const SampleTaker &take) const = 0;

protected:
    SampleSource() = default;
    SampleSource(const SampleSource &) = default;
    SampleSource(SampleSource &&) = default;
    SampleSource &operator=(const SampleSource &) = default;
    SampleSource &operator=(SampleSource &&) = default;
};

/// The samples of one request in whole nanoseconds: held, or a range of the run's side file where they stand instead.
class Samples final {
public:
    Samples() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): samples are their values
    Samples(std::vector<qint64> held)
        : m_samples(std::move(held))
    {
    }
    Samples(std::initializer_list<qint64> held)
        : m_samples(std::vector<qint64>(held))
    {
    }
    /// `longestTenth`: longestTenthShare() of them; 0 where nobody has looked.
    [[nodiscard]] static Samples inSideFile(SampleRange range, double longestTenth = 0);

    [[nodiscard]] bool areHeld() const { return !range(); }
    [[nodiscard]] const std::vector<qint64> &held() const; ///< none where they stand in a side file
    [[nodiscard]] std::optional<SampleRange> range() const; ///< nothing where they are held
    [[nodiscard]] qint64 count() const;

    /// The part of their sum that the longest tenth of them makes up, from 0 to 1; 0 below ten samples.
    [[nodiscard]] double longestTenthShare() const;
    [[nodiscard]] static double longestTenthShareOf(std::vector<qint64> samples);

    friend bool operator==(const Samples &, const Samples &) = default;

private:
    struct Elsewhere {
        SampleRange range;
        double longestTenth = 0;

        /// The share is a fact of the samples, not known to every reader of the same range.
        friend bool operator==(const Elsewhere &a, const Elsewhere &b) { return a.range == b.range; }
    };

    std::variant<std::vector<qint64>, Elsewhere> m_samples;
};

} // namespace streamgauge
