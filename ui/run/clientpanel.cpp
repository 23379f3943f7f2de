// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/clientpanel.h"

#include "ui/theme/theme.h"
#include "ui/widgets/statusword.h"
#include "ui/widgets/textlabel.h"

#include <QGridLayout>
#include <QScreen>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

ClientPanel::ClientPanel(QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_grid(new QGridLayout(this))
{
    setObjectName(u"clientPanel"_s);
    setAccessibleName(tr("How late this machine itself is"));
    setFrameShape(QFrame::StyledPanel);
    setFont(parent->window()->font());
    m_grid->setContentsMargins(Theme::groupGap, Theme::groupGap, Theme::groupGap, Theme::groupGap);
    m_grid->setHorizontalSpacing(Theme::groupGap);
    m_grid->setVerticalSpacing(Theme::gap);
    auto *title =
        new TextLabel(tr("How late this machine itself is, so far"), TextLabel::Size::Body, ColourRole::Text, this);
    m_grid->addWidget(title, 0, 0, 1, 4);
    auto *note = new TextLabel(tr("A level whose figures end beyond a limit is flagged: in its file, on its charts and "
                                  "in its tables."),
        TextLabel::Size::Caption, ColourRole::Muted, this);
    note->setWordWrap(true);
    m_grid->addWidget(note, 1, 0, 1, 4);
}

void ClientPanel::setFigures(const std::vector<ClientFigure> &figures)
{
    m_figures = figures;
    if (isVisible())
        showFigures();
}

void ClientPanel::openBelow(const QWidget &widget)
{
    showFigures();
    adjustSize();
    const QRect screen = widget.screen()->availableGeometry();
    QPoint place = widget.mapToGlobal(QPoint(0, widget.height()));
    if (place.y() + height() > screen.bottom())
        place.setY(widget.mapToGlobal(QPoint(0, 0)).y() - height());
    place.setX(std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    move(place);
    show();
}

void ClientPanel::addRow()
{
    const auto label = [this](ColourRole role, Qt::Alignment alignment) {
        auto *text = new TextLabel({}, TextLabel::Size::Body, role, this);
        text->setAlignment(alignment | Qt::AlignVCenter);
        return text;
    };
    const Row row{label(ColourRole::Text, Qt::AlignLeft), label(ColourRole::Text, Qt::AlignRight),
        label(ColourRole::Muted, Qt::AlignLeft), new StatusWord(this)};
    const int at = static_cast<int>(m_rows.size()) + 2;
    m_grid->addWidget(row.name, at, 0);
    m_grid->addWidget(row.value, at, 1);
    m_grid->addWidget(row.limit, at, 2);
    m_grid->addWidget(row.word, at, 3);
    m_rows.push_back(row);
}

void ClientPanel::showFigures()
{
    while (m_rows.size() < m_figures.size())
        addRow();
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const ClientFigure &figure = m_figures[i];
        m_rows[i].name->setText(figure.name);
        m_rows[i].value->setText(figure.value);
        m_rows[i].limit->setText(tr("limit %1").arg(figure.limit));
        if (figure.isBeyond())
            m_rows[i].word->setStatus(StatusWord::Kind::Caution, clientWord(figure.code));
        else if (figure.isKnown)
            m_rows[i].word->setStatus(StatusWord::Kind::Pass, tr("ok"));
        else
            m_rows[i].word->setStatus(StatusWord::Kind::Info, tr("this system does not tell"));
    }
}

} // namespace streamgauge
