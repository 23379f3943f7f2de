// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/textoption.h"

#include <filesystem>

namespace streamgauge {

namespace {

constexpr auto emptyValue = "the value is empty";

/// As a shell takes it for one word.
std::string shellWord(const std::string &text)
{
    const bool plain =
        text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-")
        == std::string::npos;
    if (plain)
        return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string problemOfNewFile(const std::string &text)
{
    if (text.empty())
        return emptyValue;
    if (text.back() == '/')
        return "'" + text + "' is a folder; name a file in it";
    const std::string folder = std::filesystem::path(text).parent_path().string();
    std::error_code unknown;
    if (folder.empty() || std::filesystem::is_directory(folder, unknown))
        return {};
    if (std::filesystem::exists(folder, unknown))
        return "'" + folder + "' is no folder; name a file in one";
    const std::string option = folder.front() == '-' ? "-- " : "";
    return "there is no folder '" + folder + "'; “mkdir -p " + option + shellWord(folder) + "” makes it";
}

} // namespace

CLI::Validator notEmpty()
{
    const auto check = [](const std::string &text) { return std::string(text.empty() ? emptyValue : ""); };
    return {check, std::string()};
}

CLI::Validator newFile()
{
    return {problemOfNewFile, std::string()};
}

} // namespace streamgauge
