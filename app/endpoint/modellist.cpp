// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/modellist.h"

#include "models/core/format.h"
#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestList = 20;
constexpr qsizetype longestId = 4096; ///< as long as a path may be
constexpr qsizetype shownId = 200;
constexpr qsizetype shownAnswer = 200;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ModelList)
};

/// "" where there is none that a model can have.
QString idOf(const JsonValue &item)
{
    for (const QStringView key : {u"id", u"name", u"model"}) {
        QString id = item[key].toString();
        if (!id.isEmpty())
            return id.size() <= longestId ? id : QString();
    }
    return {};
}

/// Of vLLM and SGLang, of llama.cpp, of LM Studio and OpenRouter.
std::optional<qint64> contextOfItem(const JsonValue &item)
{
    for (const JsonValue *value : {&item[u"max_model_len"], &item[u"meta"][u"n_ctx"], &item[u"context_length"]}) {
        if (value->type() == JsonValue::Type::Integer && value->toInteger() > 0)
            return value->toInteger();
    }
    return std::nullopt;
}

QString listed(const QStringList &ids)
{
    QStringList shown;
    for (const QString &id : ids.first(qMin(ids.size(), longestList)))
        shown += plainExcerpt(id, shownId);
    const QString list = shown.join(u", "_s);
    return ids.size() > longestList ? list + Text::tr(" and %1 more").arg(ids.size() - longestList) : list;
}

QString excerptOf(const JsonValue &value)
{
    return plainExcerpt(QString::fromUtf8(compactJson(value)), shownAnswer);
}

tl::unexpected<Error> otherShape(const QString &message)
{
    return failure(u"models.shape"_s, message);
}

/// Why the JSON is no model list, in words.
Result<JsonValue::Array> itemsOf(const JsonValue &json, QByteArrayView body)
{
    if (json.isArray())
        return json.array();
    if (!json.isObject())
        return otherShape(Text::tr("it should be an object with a list \"data\" and is %1").arg(excerptOf(json)));
    const JsonValue *data = json.find(u"data");
    if (!data)
        return otherShape(Text::tr("there is no list \"data\" in the answer: %1").arg(serverWords(body)));
    if (!data->isArray() && !data->isNull())
        return otherShape(Text::tr("its \"data\" is no list but %1").arg(excerptOf(*data)));
    return data->array();
}

} // namespace

Result<ModelList> parseModelList(QByteArrayView body)
{
    const auto json = parseJson(body);
    if (!json) {
        const bool page = body.trimmed().startsWith('<');
        return failure(u"models.not_json"_s,
            page ? Text::tr("a web page (HTML) came instead of a model list")
                 : Text::tr("what came is no JSON (%1)").arg(json.error().message));
    }
    const auto items = itemsOf(*json, body);
    if (!items)
        return tl::unexpected<Error>(items.error());
    ModelList list;
    QSet<QString> known;
    for (const JsonValue &item : *items) {
        const QString id = idOf(item);
        if (id.isEmpty()) {
            ++list.unusable;
        } else if (!known.contains(id)) {
            known.insert(id);
            list.ids.append(id);
            if (const auto context = contextOfItem(item))
                list.contexts.insert(id, *context);
        }
        list.simulated = list.simulated || item[u"owned_by"].toString() == u"streamgauge-simulator";
    }
    if (list.ids.isEmpty() && list.unusable > 0) {
        return otherShape(
            Text::tr("none of its %n entry(s) has a text \"id\" of 1 to %1 characters; the first entry is %2", nullptr,
                static_cast<int>(list.unusable))
                .arg(formatCount(longestId), excerptOf(items->front())));
    }
    return list;
}

std::optional<qint64> ModelList::contextOf(const QString &id) const
{
    const auto known = contexts.find(id);
    return known == contexts.end() ? std::nullopt : std::optional(*known);
}

Result<QString> chooseModel(const ModelList &list, const QString &requested)
{
    if (!requested.isEmpty()) {
        if (list.ids.contains(requested))
            return requested;
        if (list.ids.isEmpty())
            return failure(u"model.none"_s,
                Text::tr("The server serves no model, so \"%1\" is not among them. Load a model there.")
                    .arg(plainExcerpt(requested, shownId)));
        return failure(u"model.unknown"_s,
            Text::tr("The model \"%1\" is not served. Choose one of these: %2")
                .arg(plainExcerpt(requested, shownId), listed(list.ids)));
    }
    if (list.ids.isEmpty())
        return failure(u"model.none"_s, Text::tr("The server serves no model. Load a model there."));
    if (list.ids.size() > 1)
        return failure(u"model.several"_s,
            Text::tr("The server serves %1 models. Name the one to measure: %2")
                .arg(list.ids.size())
                .arg(listed(list.ids)));
    return list.ids.first();
}

} // namespace streamgauge
