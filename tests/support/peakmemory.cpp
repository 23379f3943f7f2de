// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/peakmemory.h"

#include <QByteArray>
#include <QFile>

#include <malloc.h>

#include <algorithm>

namespace streamgauge::test {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

qint64 statusKiB(const QByteArray &name)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf(QByteArray('\n' + name + ':'));
    if (at < 0)
        return -1;
    const qsizetype begin = at + name.size() + 2;
    return text.mid(begin, text.indexOf(" kB", begin) - begin).trimmed().toLongLong();
}

} // namespace

PeakMemory::PeakMemory()
{
    ::malloc_trim(0); // what earlier work left would hide what this one takes
    QFile reset(QStringLiteral("/proc/self/clear_refs"));
    if (!sanitized && reset.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && reset.write("5") == 1)
        m_beforeKiB = statusKiB("VmRSS");
}

qint64 PeakMemory::growthMiB() const
{
    return m_beforeKiB < 0 ? 0 : std::max<qint64>(0, statusKiB("VmHWM") - m_beforeKiB) / 1024;
}

} // namespace streamgauge::test
