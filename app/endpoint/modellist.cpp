// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/modellist.h"

#include "models/core/json.h"
#include "models/endpoint/serverwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr qsizetype longestList = 20;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ModelList)
};

QString idOf(const JsonValue &item)
{
    for (const QStringView key : {u"id", u"name", u"model"}) {
        QString id = item[key].toString();
        if (!id.isEmpty())
            return id;
    }
    return {};
}

QString listed(const QStringList &ids)
{
    QString list = ids.first(qMin(ids.size(), longestList)).join(u", "_s);
    if (ids.size() > longestList)
        list += Text::tr(" and %1 more").arg(ids.size() - longestList);
    return list;
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
    const JsonValue *items = json->isArray() ? &*json : json->find(u"data");
    if (!items || !(items->isArray() || items->isNull()))
        return failure(
            u"models.shape"_s, Text::tr("there is no list \"data\" in the answer: %1").arg(serverWords(body)));
    ModelList list;
    for (const JsonValue &item : items->array()) {
        const QString id = idOf(item);
        if (!id.isEmpty() && !list.ids.contains(id))
            list.ids.append(id);
        list.simulated = list.simulated || item[u"owned_by"].toString() == u"streamgauge-simulator";
    }
    return list;
}

Result<QString> chooseModel(const ModelList &list, const QString &requested)
{
    if (!requested.isEmpty()) {
        if (list.ids.contains(requested))
            return requested;
        if (list.ids.isEmpty())
            return failure(u"model.none"_s,
                Text::tr("The server serves no model, so \"%1\" is not among them. Load a model there.")
                    .arg(requested));
        return failure(u"model.unknown"_s,
            Text::tr("The model \"%1\" is not served. Choose one of these: %2").arg(requested, listed(list.ids)));
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
