// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plot/plot.h"

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QPen>

class QApplication;

namespace streamgauge {

/// Colours by role: one table, light and dark, every pair at least 4.5:1 on both surfaces.
/// Surface is the page, SurfaceRaised what stands beside or on it (sidebar, strips, buttons).
enum class ColourRole {
    Surface,
    SurfaceRaised,
    Text,
    Muted,
    Accent,
    Ttft,
    Itl,
    OutputRate,
    InFlight,
    Pass,
    Fail,
    Caution,
    Hairline, ///< between things: grid lines, the line under a header
    ControlEdge, ///< around what can be pressed or typed into: at least 3:1
};

/// The shape that carries a series' meaning beside its colour.
enum class SeriesMarker { None, Circle, Square, Triangle };

namespace Theme {

/// Style, palette and application icon of the program; follows the system's light or dark live. The environment
/// variable STREAMGAUGE_SCHEME=light|dark overrides the system's scheme.
void install(QApplication &application);

[[nodiscard]] bool isDark(const QPalette &palette);
[[nodiscard]] QColor colour(ColourRole role, bool dark);
[[nodiscard]] QColor colour(ColourRole role, const QPalette &palette);
/// The application's palette for a scheme; installed at start and when the system's scheme changes.
[[nodiscard]] QPalette palette(bool dark);

[[nodiscard]] ColourRole seriesColour(SeriesRole role);
[[nodiscard]] SeriesMarker seriesMarker(SeriesRole role);
[[nodiscard]] QPen seriesPen(SeriesRole role, const QPalette &palette);

/// Grid of 8 px.
inline constexpr int smallGap = 4;
inline constexpr int gap = 8;
inline constexpr int groupGap = 16;
inline constexpr int pageMargin = 24;
inline constexpr int rowHeight = 28;
inline constexpr int formWidth = 720;

/// Fonts relative to the system's: caption 0.85, body 1.0, heading 1.25, key number 1.8.
[[nodiscard]] QFont caption(const QFont &base);
[[nodiscard]] QFont heading(const QFont &base);
[[nodiscard]] QFont keyNumber(const QFont &base);

/// Our own icon of that name (resources/icons/NAME.svg), recoloured with the text.
/// This one keeps the palette it is given.
[[nodiscard]] QIcon icon(const QString &name, const QPalette &palette);
/// These follow the application's palette at each painting: nothing to do when the scheme changes.
[[nodiscard]] QIcon icon(const QString &name);
[[nodiscard]] QIcon icon(const QString &name, ColourRole role);
[[nodiscard]] QIcon applicationIcon();

} // namespace Theme

} // namespace streamgauge
