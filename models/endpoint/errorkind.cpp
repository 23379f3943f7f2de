// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/errorkind.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr std::array<std::pair<ErrorKind, QStringView>, 9> kinds{{
    {ErrorKind::HttpStatus, u"http_status"},
    {ErrorKind::Connection, u"connection"},
    {ErrorKind::Tls, u"tls"},
    {ErrorKind::Timeout, u"timeout"},
    {ErrorKind::ErrorEvent, u"error_event"},
    {ErrorKind::MalformedStream, u"malformed_stream"},
    {ErrorKind::EndedEarly, u"ended_early"},
    {ErrorKind::EmptyCompletion, u"empty_completion"},
    {ErrorKind::Cancelled, u"cancelled"},
}};

} // namespace

QString errorKindName(ErrorKind kind)
{
    for (const auto &[value, name] : kinds) {
        if (value == kind)
            return name.toString();
    }
    return {};
}

std::optional<ErrorKind> errorKindFromName(QStringView name)
{
    for (const auto &[value, known] : kinds) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

} // namespace streamgauge
