// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QIconEngine>

#include <optional>

namespace streamgauge {

/// Draws one of our drawings (resources/icons) at any size and scale, its `currentColor` replaced by a colour of the
/// palette: the given one, else the application's at the moment of painting.
class ThemeIcon final : public QIconEngine {
public:
    ThemeIcon(QString name, ColourRole role, std::optional<QPalette> palette);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    [[nodiscard]] QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    [[nodiscard]] QIconEngine *clone() const override;
    [[nodiscard]] bool isNull() override;

private:
    [[nodiscard]] QColor colour(QIcon::Mode mode) const;

    QString m_name;
    ColourRole m_role = ColourRole::Text;
    std::optional<QPalette> m_palette;
};

} // namespace streamgauge
