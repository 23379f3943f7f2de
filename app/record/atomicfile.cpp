// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/atomicfile.h"

#include "app/record/filewriting.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace streamgauge {

namespace {

/// A full disk still takes empty files.
constexpr qsizetype trialSize = qsizetype(16) << 10;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(AtomicFile)
};

/// A temporary file beside its target; gone with this object unless it was put in the target's place.
class TemporaryFile final {
public:
    explicit TemporaryFile(const QString &target)
    {
        // Opened with the mode of any new file, so that the person's umask decides who may read results.
        const QString stem = QFileInfo(target).path() + QStringLiteral("/.streamgauge-%1-").arg(::getpid());
        constexpr int attempts = 100;
        for (int i = 0; i < attempts && m_descriptor < 0; ++i) {
            m_name = QFile::encodeName(stem + QString::number(i));
            m_descriptor = ::open(m_name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            m_error = m_descriptor < 0 ? errno : 0;
            if (m_error != 0 && m_error != EEXIST)
                break;
        }
    }
    ~TemporaryFile()
    {
        if (m_descriptor < 0)
            return;
        ::close(m_descriptor);
        ::unlink(m_name.constData());
    }
    Q_DISABLE_COPY_MOVE(TemporaryFile)

    /// errno of what went wrong, 0 while nothing did.
    [[nodiscard]] int error() const { return m_error; }

    void add(QByteArrayView bytes)
    {
        if (m_error == 0)
            m_error = writeAll(m_descriptor, bytes);
    }

    void sync()
    {
        if (m_error == 0)
            check(::fsync(m_descriptor) == 0);
    }

    void putInPlaceOf(const QString &target, bool mayReplace)
    {
        if (m_error != 0)
            return;
        const QByteArray name = QFile::encodeName(target);
        // The system itself refuses where the name exists, so that a file made by somebody else since the check stays
        // whole; file systems that cannot do so get the plain rename.
        const bool exclusive =
            !mayReplace && ::renameat2(AT_FDCWD, m_name.constData(), AT_FDCWD, name.constData(), RENAME_NOREPLACE) == 0;
        if (exclusive)
            return;
        if (mayReplace || errno == EINVAL || errno == ENOSYS)
            check(std::rename(m_name.constData(), name.constData()) == 0);
        else
            m_error = errno;
    }

private:
    void check(bool good)
    {
        if (!good)
            m_error = errno;
    }

    QByteArray m_name;
    int m_descriptor = -1;
    int m_error = 0;
};

QString resolved(const QString &path)
{
    const QFileInfo info(path);
    return path.isEmpty()                   ? path
        : info.isSymLink() && info.exists() ? info.canonicalFilePath()
                                            : info.absoluteFilePath();
}

} // namespace

AtomicFile::AtomicFile(const QString &path, Existing existing)
    : m_path(resolved(path))
    , m_mayReplace(existing == Existing::Replace)
{
}

Result<void> AtomicFile::checkTarget() const
{
    if (m_path.isEmpty())
        return failure(QStringLiteral("file.path"), Text::tr("The file has no name. Name the file to write."));
    const QFileInfo info(m_path);
    if (m_path.endsWith(u'/') || (info.exists() && !info.isFile()))
        return failure(QStringLiteral("file.not_a_file"),
            Text::tr("%1 exists and is no regular file. Name a file that can be written.").arg(m_path));
    // A link that leads nowhere is in the way too.
    if ((info.exists() || info.isSymLink()) && !m_mayReplace)
        return existsFailure(m_path);
    return {};
}

Result<void> AtomicFile::prepare()
{
    if (auto target = checkTarget(); !target)
        return target;
    const QString folder = QFileInfo(m_path).path();
    if (!QDir().mkpath(folder))
        return failure(QStringLiteral("file.folder"),
            Text::tr("The folder %1 cannot be made. Name a file in a folder that you can write to.").arg(folder));
    TemporaryFile trial(m_path);
    trial.add(QByteArray(trialSize, ' '));
    trial.sync();
    if (trial.error() != 0)
        return failure(QStringLiteral("file.folder"),
            Text::tr("Nothing can be written into the folder %1: %2. Name a file in a folder that you can write to and "
                     "that has room.")
                .arg(folder, qt_error_string(trial.error())));
    return {};
}

Result<void> AtomicFile::write(QByteArrayView bytes)
{
    return write([bytes](const Piece &add) -> Result<void> {
        add(bytes);
        return {};
    });
}

Result<void> AtomicFile::write(const Content &content)
{
    if (auto target = checkTarget(); !target)
        return target;
    {
        TemporaryFile file(m_path);
        if (file.error() == 0) {
            if (auto given = content([&file](QByteArrayView bytes) { file.add(bytes); }); !given)
                return given;
        }
        file.sync();
        file.putInPlaceOf(m_path, m_mayReplace);
        if (file.error() == EEXIST)
            return existsFailure(m_path);
        if (file.error() != 0)
            return writeFailure(m_path, file.error());
    }
    m_mayReplace = true;
    syncFolderOf(m_path);
    return {};
}

} // namespace streamgauge
