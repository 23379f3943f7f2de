// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/keyfile.h"

#include "app/endpoint/filedescriptor.h"

#include <QCoreApplication>
#include <QFile>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestKey = 8192;
constexpr int waitForWriterMs = 2000;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(EndpointOptions)
};

bool isPipe(int file)
{
    struct stat there { };
    return ::fstat(file, &there) == 0 && S_ISFIFO(there.st_mode);
}

void waitForBytes(int file, int limitMs)
{
    pollfd state{file, POLLIN, 0};
    ::poll(&state, 1, limitMs);
}

} // namespace

Result<QByteArray> readKeyFile(const QString &path)
{
    const auto unreadable = [&path](int number) {
        return failure(u"key.file"_s,
            Text::tr("--api-key-file: %1 cannot be read: %2. Name a file that holds the key and nothing else.")
                .arg(path, qt_error_string(number)));
    };
    // Opened in the usual way, a pipe into which nobody writes would hold the program up for ever.
    const FileDescriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.valid())
        return unreadable(errno);
    bool mayStillBegin = isPipe(file.get());
    QByteArray key;
    std::array<char, 4096> piece;
    while (key.size() <= longestKey) {
        const ssize_t size = ::read(file.get(), piece.data(), piece.size());
        if (size > 0)
            key.append(piece.data(), size);
        else if (size < 0 && errno == EAGAIN)
            waitForBytes(file.get(), -1); // somebody has it open and may be typing a pass phrase
        else if (size < 0 && errno != EINTR)
            return unreadable(errno);
        else if (size == 0 && !(key.isEmpty() && std::exchange(mayStillBegin, false)))
            return key;
        else if (size == 0)
            waitForBytes(file.get(), waitForWriterMs);
    }
    return failure(u"key.file"_s,
        Text::tr("--api-key-file: %1 is too long for a key. Name a file that holds the key and nothing else.")
            .arg(path));
}

} // namespace streamgauge
