// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/endpoint/errorkind.h"

#include "models/core/nametable.h"

namespace streamgauge {

namespace {

constexpr NameTable<ErrorKind, 9> kinds{{
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
    return nameIn(kinds, kind);
}

std::optional<ErrorKind> errorKindFromName(QStringView name)
{
    return valueIn(kinds, name);
}

} // namespace streamgauge
