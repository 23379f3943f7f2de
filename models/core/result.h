// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace streamgauge {

/// Why something could not be done. `code` is stable and meant for tests and JSON ("json.duplicate_key");
/// `message` is for people: it names the value, the place and what to do.
struct [[nodiscard]] Error {
    QString code;
    QString message;

    friend bool operator==(const Error &, const Error &) = default;
};

/// The value, or why there is none. No exception crosses a room's door.
template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(QString code, QString message)
{
    return tl::unexpected<Error>(Error{std::move(code), std::move(message)});
}

} // namespace streamgauge
