// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace streamgauge {

/// A model's name as it may be published. Servers name a model by the path that it was loaded from; of a path only its
/// last component stays. Paths: absolute ones of POSIX and Windows, those from ., .. or a home folder, file: URLs, all
/// with a backslash, and those that end in a model file's name. An id such as Qwen/Qwen3-8B stays whole.
[[nodiscard]] QString modelNameWithoutPath(const QString &name);

} // namespace streamgauge
