// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/endpoint/requestoptions.h"

#include <QStringView>

#include <optional>
#include <vector>

namespace streamgauge {

/// Which combination of optional fields the small request tries next, after the server answered 400 or 422 (load
/// method, step 2). A field that the error alone names is dropped, or renamed where it is the length field; else
/// without ignore_eos; without ignore_eos and stream_options; then the same three with max_completion_tokens. No
/// combination is tried twice.
class OptionLadder final {
public:
    /// `ignoreEos` false: no combination has it.
    explicit OptionLadder(bool ignoreEos = true);

    [[nodiscard]] const RequestOptions &current() const { return m_current; }

    /// Takes the next step; false when none is left.
    [[nodiscard]] bool refused(QStringView errorText);

private:
    [[nodiscard]] bool tryNow(const RequestOptions &options);

    bool m_ignoreEos;
    RequestOptions m_current;
    std::vector<RequestOptions> m_tried;
};

} // namespace streamgauge
