// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/shortfile.h"

#include "app/endpoint/filedescriptor.h"

#include <QFile>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int waitForWriterMs = 2000;

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

tl::unexpected<Error> systemFailure(int number)
{
    return failure(u"file.open"_s, qt_error_string(number));
}

} // namespace

Result<QByteArray> readShortFile(const QString &path, qsizetype longest)
{
    // Opened in the usual way, a pipe into which nobody writes would hold the program up for ever.
    const FileDescriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.valid())
        return systemFailure(errno);
    bool mayStillBegin = isPipe(file.get());
    QByteArray content;
    std::array<char, 4096> piece;
    while (content.size() <= longest) {
        const auto room = static_cast<std::size_t>(longest + 1 - content.size());
        const ssize_t size = ::read(file.get(), piece.data(), std::min(piece.size(), room));
        if (size > 0)
            content.append(piece.data(), size);
        else if (size < 0 && errno == EAGAIN)
            waitForBytes(file.get(), -1); // somebody has it open and may be typing a pass phrase
        else if (size < 0 && errno != EINTR)
            return systemFailure(errno);
        else if (size == 0 && !(content.isEmpty() && std::exchange(mayStillBegin, false)))
            break;
        else if (size == 0)
            waitForBytes(file.get(), waitForWriterMs);
    }
    return content;
}

} // namespace streamgauge
