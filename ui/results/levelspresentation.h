// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>

namespace streamgauge {

/// The summary of a result in words: a reason where there is no number, the definition behind each column.
class LevelsPresentation final : public QIdentityProxyModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LevelsPresentation)

public:
    using QIdentityProxyModel::QIdentityProxyModel;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "TTFT p95, ms: ..." as a sentence for a line below the table.
    [[nodiscard]] QString definition(int column) const;

    /// Columns that stand behind "More columns": what they tell is seldom asked for, or told by a note.
    [[nodiscard]] static bool isRarelyNeeded(int column);

private:
    [[nodiscard]] QString text(const QModelIndex &source) const;
    [[nodiscard]] bool countsChunks() const;
};

} // namespace streamgauge
