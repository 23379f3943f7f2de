// SPDX-License-Identifier: GPL-3.0-or-later
// makeseeds FOLDER: what the fuzz targets begin with, below FOLDER/TARGET: the fixtures, drawn runs in the formats of
// today, and a few things by hand.
#include "models/core/splitmix64.h"
#include "models/load/journalwriter.h"
#include "models/load/resultsfile.h"
#include "tests/fuzz/fuzzedresult.h"
#include "tests/support/fixtures.h"
#include "tests/support/rawresponse.h"

#include <QDir>

#include <fuzzer/FuzzedDataProvider.h>

#include <iostream>

using namespace streamgauge;
using namespace streamgauge::test;
using namespace Qt::StringLiterals;

namespace {

class Seeds {
public:
    explicit Seeds(const QString &folder)
        : m_folder(folder)
    {
    }

    void add(const QString &target, const QString &name, const QByteArray &bytes)
    {
        const QString folder = m_folder + u'/' + target;
        QFile file(folder + u'/' + name);
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(file.fileName()));
    }

private:
    QString m_folder;
};

QByteArray drawnBytes(quint64 seed)
{
    SplitMix64 random(seed);
    QByteArray bytes;
    const auto size = static_cast<qsizetype>(100 + random.below(700));
    while (bytes.size() < size) // many zeros: a drawn text ends soon
        bytes += random.below(3) == 0 ? '\0' : static_cast<char>(random.below(256));
    return bytes;
}

void addResponses(Seeds &seeds, const QString &folder, const QString &pattern)
{
    const QDir files(fixturePath(folder));
    for (const QString &file : files.entryList({pattern}, QDir::Files, QDir::Name)) {
        RawResponse response;
        const QByteArray body = response.feed(fixture(folder + u'/' + file));
        constexpr qsizetype longest = 3000; // more of the same teaches nothing
        const QString name = folder.section(u'/', -1) + u'-' + file.section(u'.', 0, 0);
        if (body.startsWith('{'))
            seeds.add(u"json"_s, name, body.left(longest));
        if (body.startsWith('{') && file.contains(u"models"))
            seeds.add(u"modellist"_s, name, body);
        seeds.add(u"sse"_s, name, '\0' + body.left(longest));
        seeds.add(u"chatstream"_s, name, QByteArray("\2\1") + body.left(longest));
        seeds.add(u"chatstream"_s, name + u"-cut", QByteArray("\2\3") + body.left(longest / 2));
    }
}

void addRuns(Seeds &seeds)
{
    for (int seed = 0; seed < 24; ++seed) {
        const QByteArray bytes = drawnBytes(static_cast<quint64>(seed));
        FuzzedDataProvider provider(
            reinterpret_cast<const std::uint8_t *>(bytes.constData()), std::size_t(bytes.size()));
        const LoadResult result = fuzz::fuzzedResult(provider);
        const QString name = u"run-%1"_s.arg(seed);
        seeds.add(u"results"_s, name + u"-drawn", bytes);
        seeds.add(u"journal"_s, name + u"-drawn", bytes);
        seeds.add(u"results"_s, name, writeLoadResults(result, JsonWriter::Layout::OneLine));
        QByteArray journal = LoadJournal::headLine(result);
        for (std::size_t i = 0; i < result.levels.size(); ++i) {
            for (const RequestRecord &request : result.levels[i].requests)
                journal += LoadJournal::requestLine(int(i), request, 0);
            journal += LoadJournal::levelLine(int(i), result.levels[i]);
        }
        for (const RunWarning &warning : result.warnings)
            journal += LoadJournal::warningLine(warning);
        seeds.add(u"journal"_s, name, journal);
    }
}

void addByHand(Seeds &seeds)
{
    const std::initializer_list<QByteArray> lists{R"([{"id":"a"},{"name":"b"},{"model":"c"}])", R"({"data":null})",
        R"({"data":[{"id":"a","owned_by":"streamgauge-simulator"},{"id":"a"},{"id":7},{},3]})",
        R"({"error":{"message":"no"}})", "<html>", R"({"object":"list","data":[{"id":"models/x y\n"}],"models":[]})"};
    const std::initializer_list<QByteArray> json{R"([0,-0,1.5e3,1E-2,9223372036854775807,9223372036854775808,1e308])",
        R"({"a":{"b":[true,false,null,"\u00e9\ud83d\ude00\n\"\\\/"]},"":""})", R"("\ud800")", "[[[[[[[[]]]]]]]]",
        " {} ", R"({"a":1,"a":2})", "\"\xE2\x82\xAC\"", "1e400"};
    const std::initializer_list<QByteArrayList> options{{"--version"}, {"--help"}, {"bench", "--help"}, {"nonsense"},
        {"bench", "--endpoint", "http://localhost:8080/v1", "--model", "m", "--concurrency", "1,2", "--requests=10",
            "--warmup", "0", "--input-tokens", "64", "--output-tokens", "8", "--seed", "9", "--timeout", "1.5",
            "--json", "--max-error-rate", "5", "--max-minutes", "2", "--no-ignore-eos", "--force", "--out", "x.json"},
        {"probe", "--endpoint", "[::1]:1", "--api-key-env", "K", "--json"}, {"report", "x.json", "--format", "md"},
        {"validate", "a", "b"}, {"recover", ".", "--out", "y"},
        {"simulate", "--port", "0", "--slots", "3", "--itl-ms", "0.5", "--owned"},
        {"simulate", "--port", "1", "--port", "2"}, {"bench", "--", "--endpoint"}, {"probe", "-h\n", "--e=", ""}};
    int number = 0;
    for (const QByteArray &body : lists)
        seeds.add(u"modellist"_s, u"hand-%1"_s.arg(++number), body);
    for (const QByteArray &text : json)
        seeds.add(u"json"_s, u"hand-%1"_s.arg(++number), text);
    for (const QByteArrayList &arguments : options)
        seeds.add(u"options"_s, u"hand-%1"_s.arg(++number), arguments.join('\0') + '\0');
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc != 2) {
        std::cerr << "makeseeds FOLDER\n";
        return 2;
    }
    Seeds seeds(QString::fromLocal8Bit(argv[1]));
    addResponses(seeds, u"streams"_s, u"*.http"_s);
    addResponses(seeds, u"captures/llama.cpp-b10587"_s, u"*.raw"_s);
    addResponses(seeds, u"captures/llama.cpp-b4748"_s, u"*.raw"_s);
    addRuns(seeds);
    addByHand(seeds);
    return 0;
}
