// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>

namespace streamgauge {

/// Warnings in words, over a WarningsModel.
class WarningsPresentation final : public QIdentityProxyModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WarningsPresentation)

public:
    using QIdentityProxyModel::QIdentityProxyModel;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

} // namespace streamgauge
