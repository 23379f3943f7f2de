// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace streamgauge {

/// Why values of a results file are null, by JSON Pointer, in the order in which they stand in the file.
class NullReasons {
public:
    void add(QString pointer, QString reason) { m_reasons.emplace_back(std::move(pointer), std::move(reason)); }
    [[nodiscard]] const std::vector<std::pair<QString, QString>> &all() const { return m_reasons; }

private:
    std::vector<std::pair<QString, QString>> m_reasons;
};

} // namespace streamgauge
