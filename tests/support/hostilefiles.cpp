// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostilefiles.h"

#include "tests/support/files.h"

#include <QDir>
#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

using Make = std::function<void(const QString &)>;

Make holding(const QByteArray &bytes)
{
    return [bytes](const QString &path) { writeFile(path, bytes); };
}

Make leadingTo(const QString &target)
{
    return [target](const QString &path) { QFile::link(target, path); };
}

void makeSparse(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.resize(qint64(2) << 30))
        qFatal("no sparse file at %s", qPrintable(path));
}

/// Its first `from` replaced; there must be one.
QByteArray changed(QByteArray text, const QByteArray &from, const QByteArray &to)
{
    const qsizetype at = text.indexOf(from);
    if (at < 0)
        qFatal("no %s", from.constData());
    return text.replace(at, from.size(), to);
}

QByteArray utf16(const QByteArray &text)
{
    QByteArray wide = "\xFF\xFE";
    for (const char c : text)
        wide.append(c).append('\0');
    return wide;
}

void addForeign(std::vector<HostileFile> &files)
{
    const auto add = [&files](const char *name, const QByteArray &bytes, const QString &words) {
        files.push_back({name, holding(bytes), words});
    };
    add("empty", {}, u"it is empty"_s);
    add("white space", " \n\t ", u"it is empty"_s);
    add("binary",
        QByteArray("\x7f"
                   "ELF\0\1\xff\0",
            8),
        u"but binary data"_s);
    add("zeros", QByteArray(100'000, '\0'), u"but binary data"_s);
    add("text", "Dear diary,\n", u"but other text"_s);
    add("an HTML page", "<!DOCTYPE html><html></html>", u"but other text"_s);
    add("JSON of another kind", R"({"name": "x", "version": 1})", u"but JSON of another kind"_s);
    add("JSON of another format", R"({"format": "strata-standard-benchmark", "schema_version": 1})",
        u"but JSON of another kind"_s);
    add("an array", "[1, 2]", u"but JSON of another kind"_s);
    add("a number", "7", u"but JSON of another kind"_s);
    add("deep nesting and nothing else", QByteArray(1'000'000, '['), u"but JSON of another kind"_s);
    add("a journal", "{\"format\":\"streamgauge-load-journal\",\"format_version\":1}\n{}\n",
        u"This is the journal of a run"_s);
}

void addDamaged(std::vector<HostileFile> &files, const QByteArray &good)
{
    const auto add = [&files](const char *name, const QByteArray &bytes, const QString &words) {
        files.push_back({name, holding(bytes), words});
    };
    const QByteArray complete = "\"complete\": ";
    const QByteArray succeeded = "\"requests_succeeded\": ";
    const auto number = [&](const QByteArray &value) {
        return changed(good, succeeded, succeeded + value + ", \"x\": ");
    };
    const auto inside = [&](const QByteArray &value) {
        return changed(good, complete, "\"x\": " + value + ", " + complete);
    };
    add("cut off", good.left(good.size() / 2), u"is damaged or was changed"_s);
    add("a byte short", good.trimmed().chopped(1), u"is damaged or was changed"_s);
    add("cut off in its first line", good.left(60), u"is damaged or was changed"_s);
    add("text behind it", good + "x", u"is damaged or was changed"_s);
    add("deep nesting", inside(QByteArray(1'000'000, '[')), u"More than 64 arrays and objects"_s);
    add("deep nesting that ends", inside(QByteArray(65, '[') + QByteArray(65, ']')), u"More than 64 arrays"_s);
    add("a key twice", changed(good, complete, complete + "true, " + complete), u"stands twice in one object"_s);
    add("a number without end", inside(QByteArray(1'000'000, '9')), u"is damaged or was changed"_s);
    add("a number beyond all measure", number("1e400"), u"1e400"_s);
    add("a number of 30 digits", number(QByteArray(30, '1')), u"/runs/0"_s);
    add("a negative number", number("-5"), u"/runs/0"_s);
    add("NaN", inside("NaN"), u"is damaged or was changed"_s);
    add("Infinity", inside("-Infinity"), u"is damaged or was changed"_s);
    add("a byte order mark", "\xEF\xBB\xBF" + good, u"byte order mark"_s);
    add("UTF-16", utf16(good), u"is UTF-16 text"_s);
    add("a byte that is no UTF-8", inside("\"\xE4\""), u"0xe4"_s);
    add("a NUL in it", inside(QByteArray("\"\0\"", 3)), u"NUL character"_s);
    add("a comment", inside("/* none */ 1"), u"is damaged or was changed"_s);
    const QByteArray version = "\"format_version\": 1";
    for (const char *other : {"2", "0", "-1", "\"1\"", "1.0", "null", "99999999999999999999"})
        add(other, changed(good, version, QByteArray("\"format_version\": ") + other), u"by another version"_s);
}

void addOtherThings(std::vector<HostileFile> &files)
{
    files.push_back({"2 GiB", &makeSparse, u"binary data"_s});
    files.push_back({"a folder", [](const QString &path) { QDir().mkpath(path); }, u"This is a folder"_s});
    files.push_back({"a pipe", [](const QString &path) { ::mkfifo(QFile::encodeName(path).constData(), 0600); },
        u"a device or a pipe"_s});
    files.push_back({"a device without end", leadingTo(u"/dev/zero"_s), u"a device or a pipe"_s});
    files.push_back({"an empty device", leadingTo(u"/dev/null"_s), u"a device or a pipe"_s});
    files.push_back({"a file that fails at reading", leadingTo(u"/proc/self/mem"_s), u"cannot be read"_s});
    files.push_back({"a link to itself", [](const QString &path) { QFile::link(path, path); }, u"cannot be opened"_s});
    files.push_back({"nothing", [](const QString &) {}, u"cannot be opened"_s});
}

} // namespace

std::vector<HostileFile> hostileFiles(const QByteArray &good)
{
    std::vector<HostileFile> files;
    addForeign(files);
    addDamaged(files, good);
    addOtherThings(files);
    return files;
}

} // namespace streamgauge::test
