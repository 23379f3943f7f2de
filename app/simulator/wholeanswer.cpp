// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/wholeanswer.h"

namespace streamgauge {

std::string wholeAnswer(const ChunkWriter::Identity &identity, TokenSource &tokens, const char *finishReason)
{
    std::string reasoning;
    std::string content;
    while (tokens.upcoming() > 0) {
        const TokenSource::Chunk &chunk = tokens.next();
        (chunk.reasoning ? reasoning : content) += chunk.text;
    }
    std::string out = "{" + ChunkWriter::identityMembers(identity, "chat.completion");
    out += R"("choices":[{"index":0,"message":{"role":"assistant","content":")" + content + "\"";
    if (!reasoning.empty())
        out += R"(,"reasoning_content":")" + reasoning + "\"";
    out += R"(},"finish_reason":)";
    out += finishReason ? "\"" + std::string(finishReason) + "\"" : "null";
    return out + "}]";
}

} // namespace streamgauge
