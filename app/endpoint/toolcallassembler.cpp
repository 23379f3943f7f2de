// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/toolcallassembler.h"

namespace streamgauge {

namespace {

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QString string(const std::string &text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

void ToolCallAssembler::add(const std::vector<ToolCallPiece> &delta)
{
    bool behindBareSibling = false;
    for (const ToolCallPiece &piece : delta) {
        append(m_calls[callOf(piece, behindBareSibling)], piece);
        behindBareSibling = !piece.index && piece.id.empty();
    }
}

void ToolCallAssembler::clear()
{
    m_calls.clear();
    m_byIndex.clear();
    m_byId.clear();
}

std::vector<ToolCall> ToolCallAssembler::calls() const
{
    std::vector<ToolCall> calls;
    calls.reserve(m_calls.size());
    for (const Call &call : m_calls)
        calls.push_back({.id = string(call.id), .name = string(call.name), .arguments = string(call.arguments)});
    return calls;
}

std::size_t ToolCallAssembler::callOf(const ToolCallPiece &piece, bool behindBareSibling)
{
    if (piece.index) {
        const auto known = m_byIndex.constFind(*piece.index);
        if (known == m_byIndex.constEnd())
            return open(piece);
        const std::string &id = m_calls[*known].id;
        return piece.id.empty() || id.empty() || id == piece.id ? *known : open(piece);
    }
    if (!piece.id.empty()) {
        const auto known = m_byId.constFind(bytes(piece.id));
        return known == m_byId.constEnd() ? open(piece) : *known;
    }
    // Two whole calls in one delta, with neither index nor id, are two.
    if (m_calls.empty() || (behindBareSibling && !piece.name.empty()))
        return open(piece);
    return m_calls.size() - 1;
}

std::size_t ToolCallAssembler::open(const ToolCallPiece &piece)
{
    const std::size_t position = m_calls.size();
    m_calls.emplace_back();
    if (piece.index)
        m_byIndex.insert(*piece.index, position);
    if (!piece.id.empty())
        m_byId.insert(bytes(piece.id), position);
    return position;
}

void ToolCallAssembler::append(Call &call, const ToolCallPiece &piece)
{
    if (call.id.empty())
        call.id = piece.id;
    if (call.name.empty())
        call.name = piece.name;
    if (piece.wholeArguments) {
        // A whole object replaces one sent before: it is the same call, told again.
        if (call.arguments.empty() || call.wholeArguments) {
            call.arguments = piece.arguments;
            call.wholeArguments = true;
        }
        return;
    }
    // {} in front of pieces was a placeholder.
    if (call.wholeArguments && call.arguments == "{}" && !piece.arguments.empty())
        call.arguments.clear();
    if (!piece.arguments.empty())
        call.wholeArguments = false;
    call.arguments += piece.arguments;
}

} // namespace streamgauge
