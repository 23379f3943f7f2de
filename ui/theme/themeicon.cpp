// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/themeicon.h"

#include <QFile>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

QString drawingPath(const QString &name)
{
    return u":/streamgauge/icons/"_s + name + u".svg"_s;
}

QByteArray drawing(const QString &name)
{
    QFile file(drawingPath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap rendered(const QString &name, const QColor &colour, const QSize &pixels)
{
    const QString key =
        u"streamgauge-icon/%1/%2/%3x%4"_s.arg(name, colour.name()).arg(pixels.width()).arg(pixels.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QSvgRenderer renderer(drawing(name).replace("currentColor", colour.name().toLatin1()));
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

ThemeIcon::ThemeIcon(QString name, ColourRole role, std::optional<QPalette> palette)
    : m_name(std::move(name))
    , m_role(role)
    , m_palette(std::move(palette))
{
}

void ThemeIcon::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    const double ratio = painter->device()->devicePixelRatioF();
    QPixmap image = rendered(m_name, colour(mode), (QSizeF(rect.size()) * ratio).toSize());
    image.setDevicePixelRatio(ratio);
    painter->drawPixmap(rect.topLeft(), image);
}

QPixmap ThemeIcon::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State)
{
    return rendered(m_name, colour(mode), size);
}

QIconEngine *ThemeIcon::clone() const
{
    return new ThemeIcon(*this);
}

bool ThemeIcon::isNull()
{
    return !QFile::exists(drawingPath(m_name));
}

QColor ThemeIcon::colour(QIcon::Mode mode) const
{
    const QPalette palette = m_palette ? *m_palette : QGuiApplication::palette();
    switch (mode) {
    case QIcon::Disabled:
        return Theme::colour(ColourRole::Muted, palette);
    case QIcon::Selected:
        return palette.color(QPalette::HighlightedText);
    default:
        return Theme::colour(m_role, palette);
    }
}

QIcon Theme::icon(const QString &name, const QPalette &palette)
{
    return QIcon(new ThemeIcon(name, ColourRole::Text, palette));
}

QIcon Theme::icon(const QString &name)
{
    return icon(name, ColourRole::Text);
}

QIcon Theme::icon(const QString &name, ColourRole role)
{
    return QIcon(new ThemeIcon(name, role, std::nullopt));
}

QIcon Theme::applicationIcon()
{
    // It has colours of its own, so there is nothing to replace in it.
    return icon(u"streamgauge"_s);
}

} // namespace streamgauge
