// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/descriptorlimit.h"

#include "app/endpoint/filedescriptor.h"
#include "models/core/format.h"

#include <QCoreApplication>

#include <sys/eventfd.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr quint64 perRequest = 3; // its socket, and what libcurl wakes its pool with
constexpr quint64 forTheProgram = 80; // loops, timers, files, the window's own

struct Text {
    Q_DECLARE_TR_FUNCTIONS(DescriptorLimit)
};

} // namespace

quint64 raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    const quint64 before = limit.rlim_cur;
    setDescriptorLimit(limit.rlim_max);
    return before;
}

Result<void> checkDescriptors(int requestsInFlight, quint64 openFiles)
{
    const quint64 needed = perRequest * static_cast<quint64>(requestsInFlight) + forTheProgram;
    if (openFiles >= needed)
        return {};
    const quint64 fitting = openFiles > forTheProgram ? (openFiles - forTheProgram) / perRequest : 0;
    const QString words =
        Text::tr("%1 requests at a time need %2 open files and sockets; this system allows the program %3. Raise the "
                 "limit (ulimit -Hn, or nofile in /etc/security/limits.conf)")
            .arg(formatCount(requestsInFlight), formatCount(static_cast<qint64>(needed)),
                formatCount(static_cast<qint64>(openFiles)));
    if (fitting == 0)
        return failure(u"plan.descriptors"_s, Text::tr("%1: it is too low for a single request.").arg(words));
    return failure(u"plan.descriptors"_s,
        Text::tr("%1, or choose at most %2 at a time.").arg(words, formatCount(static_cast<qint64>(fitting))));
}

Result<void> reserveDescriptors(int requestsInFlight)
{
    (void)raiseDescriptorLimit();
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? checkDescriptors(requestsInFlight, limit.rlim_cur)
                                                   : Result<void>();
}

int descriptorShortage()
{
    const FileDescriptor one(::eventfd(0, EFD_CLOEXEC));
    return one.valid() ? 0 : errno;
}

void setDescriptorLimit(quint64 wanted)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace streamgauge
