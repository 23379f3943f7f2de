// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>
#include <QHash>
#include <QStringList>

#include <optional>

namespace streamgauge {

/// What GET /models told: an object with data[] (or data: null), or a bare array, of items with a string id, else
/// name, else model.
struct ModelList {
    QStringList ids; ///< in the server's order, each once
    qsizetype unusable = 0; ///< entries that were left out: no such id, or one that no model can have
    bool simulated = false; ///< the built-in simulated endpoint says so of itself
    QHash<QString, qint64> contexts = {}; ///< tokens that a request may have, by id, where the list tells

    [[nodiscard]] std::optional<qint64> contextOf(const QString &id) const;
};

/// Errors: models.not_json (a page of HTML is named as one), models.shape for another JSON and for a list whose every
/// entry is unusable; the message says what came instead.
[[nodiscard]] Result<ModelList> parseModelList(QByteArrayView body);

/// The model to request: the one asked for, which must be served, else the only one served. Errors: model.none,
/// model.several, model.unknown; the message lists what is served.
[[nodiscard]] Result<QString> chooseModel(const ModelList &list, const QString &requested);

} // namespace streamgauge
