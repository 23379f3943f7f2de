// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>

namespace streamgauge {

/// The steps of a connection test in words, icons and times, over a ProbeStepsModel.
class StepsPresentation final : public QIdentityProxyModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepsPresentation)

public:
    using QIdentityProxyModel::QIdentityProxyModel;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "Port open"; a name that is not known is shown as it is.
    [[nodiscard]] static QString stepInWords(const QString &name);
    /// What is under way after that step: "Asking for the list of models".
    [[nodiscard]] static QString nextInWords(const QString &lastStep);
};

} // namespace streamgauge
