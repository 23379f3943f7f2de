// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/proxychoice.h"

using namespace Qt::StringLiterals;

namespace streamgauge {

Result<ProxyChoice> ProxyChoice::parse(const QString &text)
{
    ProxyChoice choice;
    if (text == "none"_L1)
        return choice;
    if (text == "system"_L1) {
        choice.from = From::System;
        return choice;
    }
    auto address = ProxyAddress::parse(text);
    if (!address)
        return tl::unexpected(address.error());
    choice.from = From::Given;
    choice.given = *std::move(address);
    return choice;
}

} // namespace streamgauge
