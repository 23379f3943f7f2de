// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatevent.h"

#include <simdjson.h>

#include <deque>
#include <string>

namespace streamgauge {

/// Reads the choices of an event. Strings that do not stand in the JSON as they are (joined parts, numbers, objects)
/// are kept here until clear().
class DeltaReader final {
public:
    /// Forgets the strings of the last event.
    void clear() { m_strings.clear(); }

    /// One member of choices.
    void read(const simdjson::dom::object &choice, ChoiceDelta &delta);

private:
    void readDelta(const simdjson::dom::object &object, ChoiceDelta &delta);
    void readContent(const simdjson::dom::element &content, ChoiceDelta &delta);
    void readParts(const simdjson::dom::array &parts, ChoiceDelta &delta);
    void readToolCalls(const simdjson::dom::array &calls, ChoiceDelta &delta);
    [[nodiscard]] std::string_view reasoningDetails(const simdjson::dom::array &details);
    [[nodiscard]] std::string_view keep(std::string text);

    std::deque<std::string> m_strings;
};

} // namespace streamgauge
