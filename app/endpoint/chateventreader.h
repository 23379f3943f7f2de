// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatevent.h"

#include <memory>
#include <string_view>

namespace streamgauge {

/// Reads one payload of a stream: JSON that starts with a brace or a bracket. What simdjson refuses is repaired
/// (repairedJson()) and given to the strict reader; only what that refuses is bad.
class ChatEventReader final {
public:
    ChatEventReader();
    ~ChatEventReader();
    Q_DISABLE_COPY_MOVE(ChatEventReader)

    /// False when the payload is no JSON: badJson() says why.
    [[nodiscard]] bool read(std::string_view payload);

    [[nodiscard]] const ChatEvent &event() const { return m_event; }
    [[nodiscard]] const QString &badJson() const { return m_badJson; }

private:
    class Private;
    std::unique_ptr<Private> d;
    ChatEvent m_event;
    QString m_badJson;
};

} // namespace streamgauge
