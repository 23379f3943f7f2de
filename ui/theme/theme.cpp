// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <array>

namespace streamgauge {

namespace {

struct Shades {
    QRgb light;
    QRgb dark;
};

// In the order of ColourRole.
constexpr std::array<Shades, 14> table{{
    {0xFFFFFFFF, 0xFF1B1F24}, // Surface
    {0xFFF5F6F8, 0xFF23282F}, // SurfaceRaised
    {0xFF1B2027, 0xFFE8ECF1}, // Text
    {0xFF5A6472, 0xFFA3ADBA}, // Muted
    {0xFF1F5FBF, 0xFF7FB2FF}, // Accent
    {0xFF0072B2, 0xFF56B4E9}, // Ttft
    {0xFFC2410C, 0xFFF0A35E}, // Itl
    {0xFF00785A, 0xFF3FC9A0}, // OutputRate
    {0xFFA8457E, 0xFFDE9CC0}, // InFlight
    {0xFF00785A, 0xFF3FC9A0}, // Pass
    {0xFFB3261E, 0xFFFF8A80}, // Fail
    {0xFF9A6200, 0xFFE6B450}, // Caution
    {0xFFDADFE6, 0xFF353D47}, // Hairline
    {0xFF858F9C, 0xFF747F8D}, // ControlEdge
}};

QFont scaled(const QFont &base, double factor)
{
    QFont font = base;
    // A font set in pixels has no point size.
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, qRound(base.pixelSize() * factor)));
    return font;
}

} // namespace

bool Theme::isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QColor Theme::colour(ColourRole role, bool dark)
{
    const Shades &shades = table.at(static_cast<std::size_t>(role));
    return QColor::fromRgb(dark ? shades.dark : shades.light);
}

QColor Theme::colour(ColourRole role, const QPalette &palette)
{
    return colour(role, isDark(palette));
}

QPalette Theme::palette(bool dark)
{
    const auto of = [dark](ColourRole role) { return colour(role, dark); };
    const QColor onAccent = of(ColourRole::Surface);

    QPalette palette;
    palette.setColor(QPalette::Window, of(ColourRole::Surface));
    palette.setColor(QPalette::WindowText, of(ColourRole::Text));
    palette.setColor(QPalette::Base, of(ColourRole::Surface));
    palette.setColor(QPalette::AlternateBase, of(ColourRole::SurfaceRaised));
    palette.setColor(QPalette::Text, of(ColourRole::Text));
    palette.setColor(QPalette::PlaceholderText, of(ColourRole::Muted));
    palette.setColor(QPalette::Button, of(ColourRole::SurfaceRaised));
    palette.setColor(QPalette::ButtonText, of(ColourRole::Text));
    palette.setColor(QPalette::BrightText, of(ColourRole::Fail));
    palette.setColor(QPalette::ToolTipBase, of(ColourRole::SurfaceRaised));
    palette.setColor(QPalette::ToolTipText, of(ColourRole::Text));
    palette.setColor(QPalette::Highlight, of(ColourRole::Accent));
    palette.setColor(QPalette::HighlightedText, onAccent);
    palette.setColor(QPalette::Link, of(ColourRole::Accent));
    palette.setColor(QPalette::LinkVisited, of(ColourRole::Accent));
    palette.setColor(QPalette::Light, of(ColourRole::SurfaceRaised).lighter(dark ? 130 : 100));
    palette.setColor(QPalette::Midlight, of(ColourRole::SurfaceRaised));
    palette.setColor(QPalette::Mid, of(ColourRole::Hairline));
    palette.setColor(QPalette::Dark, of(ColourRole::Muted));
    palette.setColor(QPalette::Shadow, dark ? of(ColourRole::Surface).darker(150) : of(ColourRole::Muted));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, of(ColourRole::Muted));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, of(ColourRole::Hairline));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, of(ColourRole::Text));
    return palette;
}

ColourRole Theme::seriesColour(SeriesRole role)
{
    switch (role) {
    case SeriesRole::Ttft:
    case SeriesRole::TtftP50:
    case SeriesRole::TtftP95:
    case SeriesRole::TtftP99:
        return ColourRole::Ttft;
    case SeriesRole::Itl:
    case SeriesRole::ItlP50:
    case SeriesRole::ItlP95:
    case SeriesRole::ItlMax:
        return ColourRole::Itl;
    case SeriesRole::OutputRate:
        return ColourRole::OutputRate;
    case SeriesRole::InFlight:
        return ColourRole::InFlight;
    }
    Q_UNREACHABLE();
}

SeriesMarker Theme::seriesMarker(SeriesRole role)
{
    switch (seriesColour(role)) {
    case ColourRole::Ttft:
        return SeriesMarker::Circle;
    case ColourRole::Itl:
        return SeriesMarker::Square;
    case ColourRole::OutputRate:
        return SeriesMarker::Triangle;
    default:
        return SeriesMarker::None;
    }
}

QPen Theme::seriesPen(SeriesRole role, const QPalette &palette)
{
    const ColourRole hue = seriesColour(role);
    // Within one colour the thin lines are the higher percentiles, told apart by their dashes too.
    const bool thin = role == SeriesRole::TtftP95 || role == SeriesRole::TtftP99 || role == SeriesRole::ItlP95
        || role == SeriesRole::ItlMax;
    const double width = thin ? 1.25 : hue == ColourRole::InFlight ? 1.5 : 2.0;
    QPen pen(colour(hue, palette), width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    // Dash lengths are in pen widths.
    if (hue == ColourRole::Itl)
        pen.setDashPattern({thin ? 5.0 : 3.5, thin ? 3.0 : 2.0});
    else if (role == SeriesRole::TtftP95)
        pen.setDashPattern({6.0, 3.0});
    else if (role == SeriesRole::TtftP99)
        pen.setDashPattern({8.0, 3.0, 1.5, 3.0});
    else if (hue == ColourRole::OutputRate)
        pen.setDashPattern({1.0, 1.25});
    return pen;
}

QFont Theme::caption(const QFont &base)
{
    return scaled(base, 0.85);
}

QFont Theme::heading(const QFont &base)
{
    return scaled(base, 1.25);
}

QFont Theme::keyNumber(const QFont &base)
{
    return scaled(base, 1.8);
}

} // namespace streamgauge
