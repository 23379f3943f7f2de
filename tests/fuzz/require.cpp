// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/require.h"

#include "models/core/json.h"

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace streamgauge::fuzz {

namespace {

std::string_view text(QByteArrayView bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

void require(bool holds, const char *what, QByteArrayView detail)
{
    if (holds)
        return;
    std::cerr << "This does not hold: " << what << '\n' << text(detail) << std::endl;
    std::abort();
}

void requireSame(QByteArrayView one, QByteArrayView other, const char *what)
{
    if (one == other)
        return;
    std::cerr << "These differ: " << what << '\n' << text(one) << "\n--- and ---\n" << text(other) << std::endl;
    std::abort();
}

void requireSameJson(QByteArrayView one, QByteArrayView other, const char *what)
{
    const auto first = parseJson(one);
    const auto second = parseJson(other);
    require(first.has_value() && second.has_value(), "both are JSON", one);
    if (canonicalJson(*first) != canonicalJson(*second))
        requireSame(one, other, what);
}

void requireWords(const Error &error)
{
    constexpr qsizetype longest = 6000;
    require(!error.code.isEmpty() && !error.message.isEmpty(), "an error has a code and words");
    require(error.message.size() < longest, "an error's words are bounded");
    for (const QChar c : error.message) {
        const bool plain = c.category() != QChar::Other_Control && c.category() != QChar::Other_Format;
        require(plain, "an error's words are one plain line", error.message.toUtf8());
    }
}

} // namespace streamgauge::fuzz
