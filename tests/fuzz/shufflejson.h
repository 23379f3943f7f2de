// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

namespace streamgauge::fuzz {

/// The same document with one thing changed somewhere in it: a value replaced, taken out, doubled or swapped with its
/// neighbour. It stays JSON, so that a reader is tested behind its parser.
[[nodiscard]] JsonValue shuffled(const JsonValue &document, quint32 seed);

/// For LLVMFuzzerCustomMutator: changes a JSON text in place and returns its new size; 0 where the bytes are no JSON or
/// the new text has no room.
[[nodiscard]] std::size_t shuffleJson(std::uint8_t *data, std::size_t size, std::size_t room, quint32 seed);

} // namespace streamgauge::fuzz
