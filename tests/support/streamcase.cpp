// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/streamcase.h"

#include "models/endpoint/streamfacts.h"
#include "tests/support/fixtures.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace streamgauge::test {

namespace {

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonValue usageValue(const std::optional<Usage> &usage)
{
    if (!usage)
        return {};
    QJsonObject counts;
    const auto add = [&counts](const QString &key, const std::optional<qint64> &count) {
        if (count)
            counts.insert(key, *count);
    };
    add(u"prompt_tokens"_s, usage->promptTokens);
    add(u"completion_tokens"_s, usage->completionTokens);
    add(u"total_tokens"_s, usage->totalTokens);
    add(u"cached_tokens"_s, usage->cachedTokens);
    add(u"reasoning_tokens"_s, usage->reasoningTokens);
    return counts;
}

QJsonValue toolCallsValue(const std::vector<ToolCall> &calls)
{
    QJsonArray array;
    for (const ToolCall &call : calls)
        array.append(QJsonObject{{u"id"_s, call.id}, {u"name"_s, call.name}, {u"arguments"_s, call.arguments}});
    return array;
}

QJsonObject seen(const StreamFacts &facts, const RequestRecord &record)
{
    QJsonObject fields{
        {u"outcome"_s, outcomeName(record.outcome)},
        {u"error_kind"_s, record.error ? QJsonValue(errorKindName(record.error->kind)) : QJsonValue()},
        {u"content_chunks"_s, record.contentChunks},
        {u"answer_chunks"_s, facts.answerChunks},
        {u"first_delta_kind"_s, orNull(deltaKindName(record.firstDeltaKind))},
        {u"finish_reason"_s, orNull(record.finishReason)},
        {u"usage"_s, usageValue(facts.usage)},
        {u"answer_text"_s, facts.answerText},
        {u"reasoning_text"_s, facts.reasoningText},
        {u"tool_calls"_s, toolCallsValue(facts.toolCalls)},
    };
    if (record.error && record.error->httpStatus)
        fields.insert(u"http_status"_s, *record.error->httpStatus);
    if (record.error && record.error->retryAfterS)
        fields.insert(u"retry_after_s"_s, *record.error->retryAfterS);
    return fields;
}

QString shown(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

} // namespace

QString StreamCase::then() const
{
    return expected[u"delivery"][u"then"].toString();
}

std::vector<QByteArray> StreamCase::pieces(Delivery delivery) const
{
    if (delivery != Delivery::MarkedCuts)
        return cutInto(response, delivery);
    std::vector<QByteArray> pieces;
    qsizetype begin = 0;
    for (const QJsonValue cut : expected[u"delivery"][u"split_at"].toArray()) {
        pieces.push_back(response.mid(begin, cut.toInteger() - begin));
        begin = cut.toInteger();
    }
    pieces.push_back(response.mid(begin));
    return pieces;
}

QStringList StreamCase::differences(const StreamFacts &facts, const RequestRecord &record) const
{
    const QJsonObject found = seen(facts, record);
    QJsonObject wanted = expected;
    for (const auto &[key, otherwise] :
        {std::pair(u"reasoning_text"_s, QJsonValue(QString())), std::pair(u"tool_calls"_s, QJsonValue(QJsonArray()))}) {
        if (!wanted.contains(key))
            wanted.insert(key, otherwise);
    }
    QStringList differences;
    for (const QString &key : found.keys()) {
        if (found[key] != wanted[key])
            differences += u"%1: expected %2, found %3"_s.arg(key, shown(wanted[key]), shown(found[key]));
    }
    return differences;
}

std::vector<StreamCase> allStreamCases()
{
    std::vector<StreamCase> cases;
    const QDir folder(fixturePath(u"streams"_s));
    for (const QString &file : folder.entryList({u"*.http"_s}, QDir::Files, QDir::Name)) {
        const QString name = file.chopped(5);
        cases.push_back({.name = name,
            .response = fixture(u"streams/"_s + file),
            .expected = QJsonDocument::fromJson(fixture(u"streams/"_s + name + u".json"_s)).object()});
    }
    return cases;
}

const char *deliveryName(Delivery delivery)
{
    switch (delivery) {
    case Delivery::Whole:
        return "whole";
    case Delivery::SingleBytes:
        return "single bytes";
    case Delivery::Segments:
        return "1460 bytes each";
    case Delivery::MarkedCuts:
        return "marked cuts";
    }
    return "";
}

std::vector<QByteArray> cutInto(const QByteArray &bytes, Delivery delivery)
{
    const qsizetype length = delivery == Delivery::SingleBytes ? 1
        : delivery == Delivery::Segments                       ? 1460
                                                               : qMax(qsizetype(1), bytes.size());
    std::vector<QByteArray> pieces;
    for (qsizetype begin = 0; begin < bytes.size(); begin += length)
        pieces.push_back(bytes.mid(begin, length));
    return pieces;
}

} // namespace streamgauge::test
