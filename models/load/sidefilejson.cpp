// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/sidefilejson.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Side {
    Q_DECLARE_TR_FUNCTIONS(SideFile)
};

bool isPlainName(const QString &name)
{
    const auto separates = [](QChar c) { return c == u'/' || c == u'\\' || c.isNull(); };
    return !name.isEmpty() && name != "."_L1 && name != ".."_L1 && std::ranges::none_of(name, separates);
}

bool isSha256(const QString &text)
{
    constexpr qsizetype digits = 64;
    return text.size() == digits
        && std::ranges::all_of(text, [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); });
}

struct PlacedRange {
    SampleRange range;
    QString level; ///< its pointer
    std::size_t request = 0;
};

void refuse(const PlacedRange &placed, const JsonCursor &local, const QString &what)
{
    local.at(placed.level + u"/requests/"_s + QString::number(placed.request) + u"/itl_ms"_s).refuse(what);
}

void gather(std::vector<PlacedRange> &placed, const LoadLevel &level, const QString &pointer)
{
    for (std::size_t i = 0; i < level.requests.size(); ++i) {
        if (const auto range = level.requests[i].itlNs.range())
            placed.push_back({*range, pointer, i});
    }
}

} // namespace

void writeSideFile(JsonWriter &json, const SideFile &file)
{
    json.beginObject();
    json.key(u"path").string(file.path);
    json.key(u"sha256").string(QString::fromLatin1(file.sha256));
    json.key(u"bytes").integer(file.bytes);
    json.endObject();
}

SideFile readSideFile(const JsonCursor &json)
{
    SideFile file;
    file.path = json[u"path"].text();
    if (!isPlainName(file.path))
        json[u"path"].refuse(Side::tr("must be the name of a file in the folder of this one"));
    const QString sha256 = json[u"sha256"].text();
    if (!isSha256(sha256))
        json[u"sha256"].refuse(Side::tr("is no SHA-256 in lower-case hex"));
    file.sha256 = sha256.toLatin1();
    file.bytes = json[u"bytes"].integer();
    if (file.bytes % SideFile::bytesPerSample != 0)
        json[u"bytes"].refuse(Side::tr("is no whole number of samples of 8 bytes"));
    return file;
}

void checkRanges(const LoadResult &result, const JsonCursor &local)
{
    std::vector<PlacedRange> placed;
    for (std::size_t i = 0; i < result.levels.size(); ++i)
        gather(placed, result.levels[i], u"/levels/"_s + QString::number(i));
    if (result.partial)
        gather(placed, *result.partial, u"/partial_run/level"_s);
    if (placed.empty())
        return;
    if (!result.sideFile) {
        refuse(placed.front(), local, Side::tr("stands in a side file, but /local/samples names none"));
        return;
    }
    const qint64 samples = result.sideFile->samples();
    for (const PlacedRange &one : placed) {
        if (one.range.offset > samples || one.range.count > samples - one.range.offset) {
            refuse(one, local, Side::tr("reaches beyond the %1 samples of the side file").arg(samples));
            return;
        }
    }
    std::ranges::sort(placed, {}, [](const PlacedRange &one) { return one.range.offset; });
    qint64 taken = 0; // up to here
    for (const PlacedRange &one : placed) {
        if (one.range.count > 0 && one.range.offset < taken) {
            refuse(one, local, Side::tr("has samples of another request too"));
            return;
        }
        taken = std::max(taken, one.range.end());
    }
}

} // namespace streamgauge
