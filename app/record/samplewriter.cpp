// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/samplewriter.h"

#include "app/record/filewriting.h"
#include "app/record/samplefile.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SampleWriter)
};

} // namespace

Result<void> copyBeginning(int descriptor, const QString &from, qint64 bytes, const QString &to)
{
    return AtomicFile(to).write([&](const AtomicFile::Piece &add) -> Result<void> {
        constexpr qint64 most = qint64(1) << 18;
        QByteArray piece;
        for (qint64 at = 0; at < bytes; at += piece.size()) {
            piece.resize(std::min(most, bytes - at));
            if (const int error = readAll(descriptor, piece.data(), piece.size(), at); error != 0) {
                return failure(u"file.read"_s, Text::tr("%1 cannot be read: %2.").arg(from, qt_error_string(error)));
            }
            add(piece);
        }
        return {};
    });
}

Result<void> SampleWriter::checkFree(const QString &path, Existing existing)
{
    const QFileInfo there(path);
    if (!there.exists() && !there.isSymLink())
        return {};
    if (existing == Existing::Refuse)
        return existsFailure(path);
    if (there.isFile() || there.isSymLink())
        return {};
    return failure(u"file.not_a_file"_s,
        Text::tr(
            "%1 is where the samples of this run would stand, and it is no regular file. Name another results file.")
            .arg(path));
}

Result<SampleWriter> SampleWriter::create(const QString &path, Existing existing)
{
    if (auto free = checkFree(path, existing); !free)
        return tl::unexpected<Error>(free.error());
    const QByteArray name = QFile::encodeName(path);
    if (existing == Existing::Replace)
        ::unlink(name.constData());
    SampleWriter writer;
    writer.m_path = path;
    writer.m_file = FileDescriptor(::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!writer.m_file.valid())
        return errno == EEXIST ? existsFailure(path) : writeFailure(path, errno);
    return writer;
}

Result<SampleRange> SampleWriter::append(const std::vector<qint64> &samples)
{
    const SampleRange range{.offset = count(), .count = std::ssize(samples)};
    QByteArray bytes(range.count * SideFile::bytesPerSample, Qt::Uninitialized);
    for (qint64 i = 0; i < range.count; ++i) {
        qToLittleEndian(
            static_cast<double>(samples[static_cast<std::size_t>(i)]), bytes.data() + i * SideFile::bytesPerSample);
    }
    // As with the journal: a file that was deleted takes everything and keeps nothing.
    struct stat there { };
    int error = ::fstat(m_file.get(), &there) != 0 || there.st_nlink == 0 ? ENOENT : 0;
    if (error == 0 && ::lseek(m_file.get(), m_bytes, SEEK_SET) < 0)
        error = errno;
    if (error == 0)
        error = writeAll(m_file.get(), bytes);
    if (error != 0) {
        // What stands behind the end that is known here is written over, or left behind when the samples move.
        [[maybe_unused]] const int cut = ::ftruncate(m_file.get(), m_bytes);
        return writeFailure(m_path, error);
    }
    m_bytes += bytes.size();
    m_sum.add(bytes);
    return range;
}

Result<void> SampleWriter::read(SampleRange range, const SampleTaker &take) const
{
    return readSamples(m_file.get(), m_path, range, take);
}

Result<void> SampleWriter::moveTo(const QString &path)
{
    if (auto copied = copyBeginning(m_file.get(), m_path, m_bytes, path); !copied)
        return copied;
    FileDescriptor there(::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC));
    if (!there.valid())
        return writeFailure(path, errno);
    m_file = std::move(there);
    m_path = path;
    return {};
}

Result<SideFile> SampleWriter::description() const
{
    if (::fdatasync(m_file.get()) != 0)
        return writeFailure(m_path, errno);
    syncFolderOf(m_path);
    return SideFile{.path = QFileInfo(m_path).fileName(), .sha256 = m_sum.hex(), .bytes = m_bytes};
}

} // namespace streamgauge
