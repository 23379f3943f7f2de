// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sandbox.h"

#include <QFile>
#include <QProcess>

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

namespace streamgauge::test {

namespace {

constexpr unsigned nobody = 65'534;

bool writeTo(const char *path, const QByteArray &text)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    const bool written = ::write(file, text.constData(), static_cast<size_t>(text.size())) == text.size();
    ::close(file);
    return written;
}

/// Who has no right to namespaces may have one of users, in which it has all rights.
bool enter(int namespaces)
{
    const QByteArray user = QByteArray::number(::geteuid());
    const QByteArray group = QByteArray::number(::getegid());
    if (::unshare(namespaces) != 0) {
        const bool entered = ::unshare(namespaces | CLONE_NEWUSER) == 0 && writeTo("/proc/self/setgroups", "deny")
            && writeTo("/proc/self/uid_map", "0 " + user + " 1") && writeTo("/proc/self/gid_map", "0 " + group + " 1");
        if (!entered)
            return false;
    }
    // Mounts of this namespace stay in it.
    return !(namespaces & CLONE_NEWNS) || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool raiseLoopback()
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = IFF_UP;
    const bool raised = ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
    ::close(socket);
    return raised;
}

/// Bound for as long as the process lives, so that nobody refuses a question either.
bool bindNameServer()
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(53);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
}

} // namespace

Sandbox &Sandbox::ownNetwork()
{
    m_namespaces |= CLONE_NEWNET;
    m_steps.emplace_back(&raiseLoopback);
    return *this;
}

Sandbox &Sandbox::localPorts(int first, int count)
{
    const QByteArray range = QByteArray::number(first) + ' ' + QByteArray::number(first + count - 1);
    m_steps.emplace_back([range] { return writeTo("/proc/sys/net/ipv4/ip_local_port_range", range); });
    return *this;
}

Sandbox &Sandbox::silentNameServer(const QString &resolvConf)
{
    m_namespaces |= CLONE_NEWNS;
    m_steps.emplace_back(&bindNameServer);
    m_steps.emplace_back([file = QFile::encodeName(resolvConf)] {
        return ::mount(file.constData(), "/etc/resolv.conf", nullptr, MS_BIND, nullptr) == 0;
    });
    return *this;
}

Sandbox &Sandbox::smallDisk(const QString &folder, int kib)
{
    m_namespaces |= CLONE_NEWNS;
    const QByteArray size = "size=" + QByteArray::number(kib) + 'k';
    m_steps.emplace_back([place = QFile::encodeName(folder), size] {
        return ::mount("none", place.constData(), "tmpfs", 0, size.constData()) == 0;
    });
    return *this;
}

Sandbox &Sandbox::readOnly(const QString &folder)
{
    m_namespaces |= CLONE_NEWNS;
    m_steps.emplace_back([place = QFile::encodeName(folder)] {
        constexpr unsigned long again = MS_BIND | MS_REMOUNT | MS_RDONLY;
        return ::mount(place.constData(), place.constData(), nullptr, MS_BIND, nullptr) == 0
            && ::mount(nullptr, place.constData(), nullptr, again, nullptr) == 0;
    });
    return *this;
}

Sandbox &Sandbox::descriptors(int most)
{
    m_steps.emplace_back([limit = rlimit{static_cast<rlim_t>(most), static_cast<rlim_t>(most)}] {
        return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
    });
    return *this;
}

Sandbox &Sandbox::withoutPrivileges()
{
    m_steps.emplace_back([] {
        return ::geteuid() != 0 || (::setgroups(0, nullptr) == 0 && ::setgid(nobody) == 0 && ::setuid(nobody) == 0);
    });
    return *this;
}

void Sandbox::applyTo(QProcess &process) const
{
    process.setChildProcessModifier([steps = m_steps, namespaces = m_namespaces] {
        bool good = namespaces == 0 || enter(namespaces);
        for (const Step &step : steps)
            good = good && step();
        if (!good)
            ::_exit(refused);
    });
}

} // namespace streamgauge::test
