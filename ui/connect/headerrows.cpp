// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/headerrows.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr std::size_t mostRows = 16;

} // namespace

HeaderRows::HeaderRows(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout)
    , m_add(new QPushButton(tr("Add another header"), this))
{
    m_layout->setSpacing(Theme::smallGap);
    m_add->setObjectName(u"addHeader"_s);
    m_add->setAutoDefault(false);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow();
        m_rows.back().name->setFocus(Qt::OtherFocusReason);
    });
    auto *button = new QHBoxLayout;
    button->addWidget(m_add);
    button->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(Theme::smallGap);
    layout->addLayout(m_layout);
    layout->addLayout(button);
    addRow();
}

void HeaderRows::addRow()
{
    const auto number = m_rows.size() + 1;
    const Row row{new QLineEdit(this), new QLineEdit(this)};
    row.name->setObjectName(u"headerName%1"_s.arg(number));
    row.name->setPlaceholderText(tr("Name, such as api-key"));
    row.name->setAccessibleName(tr("Name of header %1").arg(number));
    row.value->setObjectName(u"headerValue%1"_s.arg(number));
    row.value->setPlaceholderText(tr("Value"));
    row.value->setAccessibleName(tr("Value of header %1").arg(number));
    row.value->setEchoMode(QLineEdit::Password);
    auto *line = new QHBoxLayout;
    line->setSpacing(Theme::gap);
    line->addWidget(row.name, 2);
    line->addWidget(row.value, 3);
    m_layout->addLayout(line);
    for (const QLineEdit *edit : {row.name, row.value})
        connect(edit, &QLineEdit::textEdited, this, &HeaderRows::edited);
    row.name->show();
    row.value->show();
    m_rows.push_back(row);
    const QList<QWidget *> order = focusOrder();
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    m_add->setEnabled(m_rows.size() < mostRows);
}

void HeaderRows::focusFirst()
{
    m_rows.front().name->setFocus(Qt::OtherFocusReason);
}

QList<QWidget *> HeaderRows::focusOrder() const
{
    QList<QWidget *> order;
    for (const Row &row : m_rows)
        order << row.name << row.value;
    return order << m_add;
}

QList<SecretHeader> HeaderRows::headers() const
{
    QList<SecretHeader> headers;
    for (const Row &row : m_rows)
        headers.append({row.name->text().toUtf8(), row.value->text().toUtf8()});
    return headers;
}

} // namespace streamgauge
