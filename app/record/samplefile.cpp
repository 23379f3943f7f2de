// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/samplefile.h"

#include "app/record/filewriting.h"
#include "app/record/sha256.h"
#include "models/core/format.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SampleFile)
};

tl::unexpected<Error> refused(const QString &message)
{
    return failure(u"results.samples"_s, message);
}

QString shown(const QString &path)
{
    return plainExcerpt(QDir::toNativeSeparators(path));
}

/// Whole numbers beyond this are not all doubles.
constexpr double highestSample = 9'007'199'254'740'992.0;

bool isSample(double value)
{
    return value >= 0 && value <= highestSample && value == std::floor(value); // not a number is none of the three
}

} // namespace

Result<void> readSamples(int descriptor, const QString &path, SampleRange range, const SampleTaker &take, Sha256 *sum)
{
    constexpr qint64 most = qint64(1) << 15; // samples at once: 256 KiB
    constexpr qint64 size = SideFile::bytesPerSample;
    std::vector<char> bytes(static_cast<std::size_t>(std::min(range.count, most) * size));
    std::vector<qint64> samples;
    for (qint64 at = range.offset, left = range.count; left > 0;) {
        const qint64 count = std::min(left, most);
        if (const int error = readAll(descriptor, bytes.data(), count * size, at * size); error != 0)
            return refused(Text::tr("The samples in %1 cannot be read: %2.").arg(shown(path), qt_error_string(error)));
        samples.clear();
        for (qint64 i = 0; i < count; ++i) {
            const auto value = qFromLittleEndian<double>(bytes.data() + i * size);
            if (!isSample(value)) {
                return refused(
                    Text::tr("Sample %1 in %2 is %3; a sample is a whole number of nanoseconds, not below 0.")
                        .arg(QString::number(at + i), shown(path), QString::number(value, 'g', 17)));
            }
            samples.push_back(static_cast<qint64>(value));
        }
        if (sum)
            sum->add(QByteArrayView(bytes.data(), count * size));
        take(samples);
        at += count;
        left -= count;
    }
    return {};
}

SampleFile::SampleFile(QString path, FileDescriptor file, qint64 bytes)
    : m_path(std::move(path))
    , m_file(std::move(file))
    , m_bytes(bytes)
{
}

Result<std::shared_ptr<const SampleFile>> SampleFile::open(const QString &path)
{
    // A pipe in its place must not make anybody wait.
    FileDescriptor file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid() && errno == ENOENT) {
        return refused(
            Text::tr("The samples stand in %1, which is not there. Put that file back beside the results file.")
                .arg(shown(path)));
    }
    struct stat there { };
    if (!file.valid() || ::fstat(file.get(), &there) != 0)
        return refused(Text::tr("The samples in %1 cannot be read: %2.").arg(shown(path), qt_error_string(errno)));
    if (!S_ISREG(there.st_mode))
        return refused(Text::tr("%1, where the samples should stand, is no regular file.").arg(shown(path)));
    return std::shared_ptr<const SampleFile>(new SampleFile(path, std::move(file), there.st_size));
}

SampleFile::Opened SampleFile::openChecked(const QString &folder, const SideFile &stated)
{
    const auto file = open(QDir(folder).filePath(stated.path));
    if (!file)
        return tl::unexpected<Error>(file.error());
    const QString name = shown((*file)->path());
    if (const qint64 bytes = (*file)->m_bytes; bytes != stated.bytes) {
        return refused(Text::tr("%1 holds the samples and has %2 bytes instead of %3: it was cut off, or something was "
                                "added, after the results were written.")
                           .arg(name, formatCount(bytes), formatCount(stated.bytes)));
    }
    const auto found = (*file)->description();
    if (!found)
        return tl::unexpected<Error>(found.error());
    if (found->sha256 != stated.sha256) {
        return refused(
            Text::tr("%1 holds the samples, but was changed after the results were written, or is the file of "
                     "another run: its SHA-256 is %2 instead of %3.")
                .arg(name, QString::fromLatin1(found->sha256), QString::fromLatin1(stated.sha256)));
    }
    return *file;
}

Result<SideFile> SampleFile::description() const
{
    Sha256 sum;
    const auto read = readSamples(
        m_file.get(), m_path, {.offset = 0, .count = count()}, [](auto) {}, &sum);
    if (!read)
        return tl::unexpected<Error>(read.error());
    return SideFile{.path = QFileInfo(m_path).fileName(), .sha256 = sum.hex(), .bytes = m_bytes};
}

Result<void> SampleFile::read(SampleRange range, const SampleTaker &take) const
{
    return readSamples(m_file.get(), m_path, range, take);
}

} // namespace streamgauge
