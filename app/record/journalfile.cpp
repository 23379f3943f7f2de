// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/journalfile.h"

#include "app/record/filewriting.h"

#include <QCoreApplication>
#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

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
    journal.m_file = FileDescriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC));
    if (!journal.isOpen())
        return failure(u"journal.open"_s, Text::tr("%1 cannot be opened: %2.").arg(path, qt_error_string(errno)));
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

Result<void> JournalFile::append(QByteArrayView line)
{
    // A file that was deleted takes everything, and all of it is lost with the program.
    struct stat there { };
    if (::fstat(m_file.get(), &there) != 0 || there.st_nlink == 0)
        return systemFailure(m_path, ENOENT);
    if (const int error = writeAll(m_file.get(), line); error != 0) {
        // Half a line must not stand before a whole one, should there be room again.
        (void)::ftruncate(m_file.get(), m_size);
        return systemFailure(m_path, error);
    }
    m_size += line.size();
    return {};
}

void JournalFile::remove()
{
    if (!isOpen())
        return;
    ::unlink(QFile::encodeName(m_path).constData());
    m_file = FileDescriptor();
}

} // namespace streamgauge
