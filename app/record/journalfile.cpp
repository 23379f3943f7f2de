// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"

#include "app/record/filewriting.h"
#include "models/core/format.h"
#include "models/core/json.h"

#include <QCoreApplication>
#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(JournalFile)
};

tl::unexpected<Error> systemFailure(const QString &path, int number)
{
    return failure(
        u"file.write"_s, Text::tr("The journal %1 cannot be written: %2.").arg(path, qt_error_string(number)));
}

tl::unexpected<Error> busyFailure(const QString &path)
{
    return failure(u"journal.busy"_s,
        Text::tr("%1 is the journal of a run that is still going on. Wait for its end, or name another results file.")
            .arg(path));
}

[[nodiscard]] bool lock(int descriptor)
{
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

/// A pipe may never begin and a device never end; and of a journal beyond all measure no results file could be read.
Result<void> checkReadable(int file, const QString &path)
{
    struct stat there { };
    if (::fstat(file, &there) != 0 || !S_ISREG(there.st_mode)) {
        return failure(u"journal.open"_s,
            Text::tr("%1 is no journal, but a folder, a device or a pipe. Name a file that ends in %2.")
                .arg(path, JournalFile::suffix));
    }
    if (constexpr qint64 most = JsonLimits{}.bytes; there.st_size > most) {
        return failure(u"journal.size"_s,
            Text::tr("%1 is too large to be read: %2 MiB; %3 are read at most.")
                .arg(path, formatCount(there.st_size >> 20), formatCount(most >> 20)));
    }
    return {};
}

} // namespace

Result<JournalFile> JournalFile::create(const QString &path)
{
    if (auto free = checkFree(path); !free)
        return tl::unexpected(free.error());
    JournalFile journal;
    journal.m_path = path;
    journal.m_file = FileDescriptor(
        ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600));
    if (!journal.isOpen())
        return systemFailure(path, errno);
    if (!lock(journal.m_file.get()))
        return busyFailure(path);
    return journal;
}

Result<JournalFile> JournalFile::takeOver(const QString &path)
{
    JournalFile journal;
    journal.m_path = path;
    journal.m_file = FileDescriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!journal.isOpen())
        return failure(u"journal.open"_s, Text::tr("%1 cannot be opened: %2.").arg(path, qt_error_string(errno)));
    if (auto readable = checkReadable(journal.m_file.get(), path); !readable)
        return tl::unexpected(readable.error());
    if (!lock(journal.m_file.get()))
        return busyFailure(path);
    return journal;
}

Result<void> JournalFile::checkFree(const QString &path)
{
    const FileDescriptor there(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!there.valid()) {
        if (errno != ENAMETOOLONG)
            return {};
        return failure(u"file.path"_s,
            Text::tr(
                "The name of %1 is too long: a journal with the ending %2 is kept beside it. Choose a shorter one.")
                .arg(path.chopped(suffix.size()), suffix));
    }
    if (!lock(there.get()))
        return busyFailure(path);
    return failure(u"journal.left"_s,
        Text::tr("%1 is the journal of a run that did not end. Make a results file of it (streamgauge-cli recover), or "
                 "delete it.")
            .arg(path));
}

/// It has a name, whichever that is.
bool JournalFile::stands() const
{
    struct stat there { };
    return ::fstat(m_file.get(), &there) == 0 && there.st_nlink > 0;
}

QString JournalFile::path() const
{
    struct stat open { };
    struct stat there { };
    std::array<char, PATH_MAX> place{};
    const QByteArray link = "/proc/self/fd/" + QByteArray::number(m_file.get());
    const ssize_t size = isOpen() ? ::readlink(link.constData(), place.data(), place.size() - 1) : -1;
    // The system's word counts where it leads to this very file: of a deleted one it is no path.
    const bool known = size > 0 && ::fstat(m_file.get(), &open) == 0 && ::stat(place.data(), &there) == 0
        && open.st_dev == there.st_dev && open.st_ino == there.st_ino;
    return known ? QFile::decodeName(QByteArray(place.data(), size)) : m_path;
}

Result<void> JournalFile::append(QByteArrayView line)
{
    // A file that was deleted takes everything, and all of it is lost with the program.
    if (m_torn)
        return systemFailure(path(), EIO);
    if (!stands())
        return systemFailure(m_path, ENOENT);
    if (const int error = writeAll(m_file.get(), line); error != 0) {
        // Half a line must not stand before a whole one, should there be room again.
        m_torn = ::ftruncate(m_file.get(), m_size) != 0;
        return systemFailure(path(), error);
    }
    m_size += line.size();
    return {};
}

void JournalFile::remove()
{
    if (!isOpen())
        return;
    if (stands()) // else the name may be another's by now
        ::unlink(QFile::encodeName(path()).constData());
    m_file = FileDescriptor();
}

} // namespace streamgauge
