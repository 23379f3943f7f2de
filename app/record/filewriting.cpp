// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/filewriting.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(AtomicFile)
};

} // namespace

int writeAll(int descriptor, QByteArrayView bytes)
{
    [[maybe_unused]] static const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), static_cast<size_t>(bytes.size()));
        if (written >= 0)
            bytes = bytes.sliced(written);
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int readAll(int descriptor, char *into, qint64 bytes, qint64 offset)
{
    while (bytes > 0) {
        const ssize_t got = ::pread(descriptor, into, static_cast<size_t>(bytes), offset);
        if (got == 0)
            return EIO;
        if (got > 0) {
            into += got;
            bytes -= got;
            offset += got;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

void syncFolderOf(const QString &path)
{
    const int folder =
        ::open(QFile::encodeName(QFileInfo(path).path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    ::fsync(folder);
    ::close(folder);
}

tl::unexpected<Error> existsFailure(const QString &path)
{
    return failure(QStringLiteral("file.exists"),
        Text::tr(
            "%1 exists and is not overwritten. Name another file, or move that one away (bench --force replaces it).")
            .arg(path));
}

tl::unexpected<Error> writeFailure(const QString &path, int number)
{
    return failure(QStringLiteral("file.write"),
        Text::tr("%1 cannot be written: %2. Choose another place or make room there.")
            .arg(path, qt_error_string(number)));
}

} // namespace streamgauge
