// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <array>
#include <optional>
#include <utility>

namespace streamgauge {

/// The names that values have in files.
template <typename Value, std::size_t Size>
using NameTable = std::array<std::pair<Value, QStringView>, Size>;

/// "" for a value that is not in the table.
template <typename Value, std::size_t Size>
[[nodiscard]] QString nameIn(const NameTable<Value, Size> &table, Value value)
{
    for (const auto &[one, name] : table) {
        if (one == value)
            return name.toString();
    }
    return {};
}

template <typename Value, std::size_t Size>
[[nodiscard]] std::optional<Value> valueIn(const NameTable<Value, Size> &table, QStringView name)
{
    for (const auto &[value, known] : table) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

} // namespace streamgauge
