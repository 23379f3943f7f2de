// SPDX-License-Identifier: GPL-3.0-or-later
// First byte: how the rest is cut into reads. The blocks must be those that a plain reading of the whole text gives.
#include "app/endpoint/sseparser.h"
#include "tests/fuzz/cutreads.h"
#include "tests/fuzz/require.h"

#include <string>
#include <vector>

using namespace streamgauge;
using namespace streamgauge::fuzz;

namespace {

struct Block {
    std::string name;
    std::string data;
    std::string error;
    std::string comment;
    bool hasError = false;
    bool hasData = false;

    [[nodiscard]] bool counts() const { return hasData || hasError || name == "error"; }
    [[nodiscard]] std::string shown() const
    {
        return name + '|' + data + '|' + error + '|' + comment + '|' + (hasError ? "error" : "") + '\n';
    }
};

std::vector<std::string> linesOf(std::string text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    std::vector<std::string> lines{std::string()};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' && i > 0 && text[i - 1] == '\r')
            continue;
        if (text[i] == '\n' || text[i] == '\r')
            lines.emplace_back();
        else
            lines.back() += text[i];
    }
    lines.pop_back(); // not ended
    return lines;
}

void append(std::string &list, const std::string &text, char separator)
{
    if (!list.empty())
        list += separator;
    list += text;
}

void takeLine(Block &block, const std::string &line)
{
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    std::string value = colon == std::string::npos ? std::string() : line.substr(colon + 1);
    if (colon == 0) {
        append(block.comment, value, ' ');
        return;
    }
    if (value.starts_with(' '))
        value.erase(0, 1);
    if (name == "data") {
        block.data += block.hasData ? '\n' + value : value;
        block.hasData = true;
    } else if (name == "event") {
        block.name = value;
    } else if (name == "error") {
        append(block.error, value, '\n');
        block.hasError = true;
    }
}

std::string plainReading(const std::string &text)
{
    std::string shown;
    Block block;
    for (const std::string &line : linesOf(text)) {
        if (!line.empty()) {
            takeLine(block, line);
            continue;
        }
        if (block.counts())
            shown += block.shown();
        block = {};
    }
    return shown;
}

struct Reading {
    std::string blocks;
    std::string rest; ///< what no blank line ended, and lines that are no field
};

Reading parserReading(QByteArrayView text, quint8 how)
{
    std::string shown;
    SseParser parser;
    qint64 last = 0;
    quint64 reads = 0;
    eachRead(text, readEnds(text.size(), how), [&](QByteArrayView read, qsizetype end) {
        ++reads;
        parser.feed(read, end);
        while (const SseBlock *block = parser.next()) {
            require(block->stampNs >= last && block->stampNs <= end, "stamps go up and are those of reads");
            require(block->read >= 1 && block->read <= reads, "a block belongs to a read that was");
            require((block->read == reads) == (block->stampNs == end), "stamp and number are of one read");
            last = block->stampNs;
            shown += Block{.name = std::string(block->name),
                .data = std::string(block->data),
                .error = std::string(block->error),
                .comment = std::string(block->comment),
                .hasError = block->hasError}
                         .shown();
        }
    });
    require(!parser.overflowed(), "no line is too long here");
    const SseBlock &rest = parser.pending();
    return {shown, std::string(rest.data) + '|' + std::string(parser.foreignText())};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::size_t mostBytes = 4000; // comments are kept up to a little more
    if (size < 1 || size > mostBytes)
        return 0;
    const QByteArrayView text(data + 1, static_cast<qsizetype>(size - 1));
    const Reading whole = parserReading(text, 0);
    for (const quint8 how : {data[0], quint8(1)}) {
        const Reading cut = parserReading(text, how);
        requireSame(cut.blocks, whole.blocks, "the blocks of a stream cut into reads, and in one");
        requireSame(cut.rest, whole.rest, "the rest of a stream cut into reads, and in one");
    }
    requireSame(whole.blocks, plainReading(std::string(text.begin(), text.end())), "the blocks, and a plain reading");
    return 0;
}
