// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numberoption.h"

#include "models/core/json.h"
#include "models/load/levellist.h"

#include <charconv>

namespace streamgauge {

namespace {

/// The number when all of the text is one, in decimal digits.
template <typename Number, typename... Format>
bool readNumber(const std::string &text, Number &number, Format... format)
{
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, format...);
    return error == std::errc() && stop == end;
}

std::string digits(double number)
{
    return jsonNumber(number).toStdString();
}

} // namespace

CLI::Validator wholeNumber(std::uint64_t lowest, std::uint64_t highest)
{
    const auto check = [lowest, highest](const std::string &text) -> std::string {
        std::uint64_t number = 0;
        if (readNumber(text, number) && number >= lowest && number <= highest)
            return {};
        return "'" + text + "' is not a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest);
    };
    return {check, std::string()};
}

CLI::Validator levelList()
{
    const auto check = [](const std::string &text) -> std::string {
        const auto levels = levelsFromText(QString::fromStdString(text));
        if (levels)
            return {};
        QString message = levels.error().message;
        message.chop(message.endsWith(u'.') ? 1 : 0); // the parser ends the sentence
        return message.toStdString();
    };
    return {check, std::string()};
}

CLI::Validator decimalNumber(double lowest, double highest)
{
    const auto check = [lowest, highest](const std::string &text) -> std::string {
        double number = 0;
        if (readNumber(text, number, std::chars_format::fixed) && number >= lowest && number <= highest)
            return {};
        return "'" + text + "' is not a number from " + digits(lowest) + " to " + digits(highest);
    };
    return {check, std::string()};
}

} // namespace streamgauge
