// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace streamgauge {

/// How one number is defined, for tooltips, the line below a table, and the help window: one wording for all three.
struct Definition {
    QString id; ///< stable: "ttft", "itl", ...
    QString name;
    QString formula;
    QString meaning; ///< what belongs to it and what does not
};

namespace Definitions {

[[nodiscard]] const std::vector<Definition> &all();
/// Asserts that there is one.
[[nodiscard]] const Definition &of(QStringView id);
/// "TTFT: dispatch to ... = formula", in one paragraph.
[[nodiscard]] QString sentence(QStringView id);
/// The method's limits, one sentence each.
[[nodiscard]] QStringList limits();
/// All of it as a page.
[[nodiscard]] QString page();

} // namespace Definitions

} // namespace streamgauge
