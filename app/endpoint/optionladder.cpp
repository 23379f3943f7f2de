// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/optionladder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

const QString otherLengthField = u"max_completion_tokens"_s;

/// The options without the one field that the text names; nothing when it names none or several of those sent.
std::optional<RequestOptions> withoutNamedField(const RequestOptions &sent, QStringView text)
{
    std::vector<RequestOptions> changes;
    const auto named = [text](QStringView field) { return text.contains(field, Qt::CaseInsensitive); };
    if (sent.ignoreEos && named(u"ignore_eos")) {
        changes.push_back(sent);
        changes.back().ignoreEos = false;
    }
    if (sent.streamUsage && (named(u"stream_options") || named(u"include_usage"))) {
        changes.push_back(sent);
        changes.back().streamUsage = false;
    }
    if (sent.lengthField != otherLengthField && named(sent.lengthField)) {
        changes.push_back(sent);
        changes.back().lengthField = otherLengthField;
    }
    return changes.size() == 1 ? std::optional(changes.front()) : std::nullopt;
}

} // namespace

OptionLadder::OptionLadder(bool ignoreEos)
    : m_ignoreEos(ignoreEos)
{
    m_current.ignoreEos = ignoreEos;
    m_tried.push_back(m_current);
}

bool OptionLadder::tryNow(const RequestOptions &options)
{
    if (std::ranges::find(m_tried, options) != m_tried.end())
        return false;
    m_tried.push_back(options);
    m_current = options;
    return true;
}

bool OptionLadder::refused(QStringView errorText)
{
    if (const auto named = withoutNamedField(m_current, errorText); named && tryNow(*named))
        return true;
    for (const QString &field : {RequestOptions{}.lengthField, otherLengthField}) {
        for (const auto &[ignoreEos, streamUsage] : {std::pair(true, true), {false, true}, {false, false}}) {
            if ((m_ignoreEos || !ignoreEos)
                && tryNow({.ignoreEos = ignoreEos, .streamUsage = streamUsage, .lengthField = field}))
                return true;
        }
    }
    return false;
}

} // namespace streamgauge
