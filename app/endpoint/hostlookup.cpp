// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/hostlookup.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace streamgauge {

HostLookup::HostLookup(QObject *parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &HostLookup::giveUp);
}

HostLookup::~HostLookup()
{
    cancel();
}

void HostLookup::start(const QString &host, qint64 limitNs)
{
    cancel();
    m_host = host;
    // By name: the form that takes a function crashes in Qt 6.4 when the application quits at the answer, for Qt then
    // takes its own order to delete the answer's carrier for a second answer.
    m_id = QHostInfo::lookupHost(host, this, SLOT(take(QHostInfo)));
    constexpr qint64 longestMs = std::numeric_limits<int>::max();
    m_limit.start(static_cast<int>(std::clamp<qint64>(limitNs / 1'000'000, 1, longestMs)));
}

void HostLookup::cancel()
{
    m_limit.stop();
    if (running())
        QHostInfo::abortHostLookup(std::exchange(m_id, -1));
}

void HostLookup::take(const QHostInfo &info)
{
    if (info.lookupId() != m_id)
        return; // of a look-up that was cancelled when its answer was already on its way
    m_limit.stop();
    m_id = -1;
    Q_EMIT found(info);
}

void HostLookup::giveUp()
{
    cancel();
    QHostInfo nothing;
    nothing.setHostName(m_host);
    nothing.setError(QHostInfo::UnknownError);
    nothing.setErrorString(tr("the name service did not answer in time"));
    Q_EMIT found(nothing);
}

std::optional<QHostAddress> addressInsteadOf(const QHostAddress &known, const QList<QHostAddress> &addresses)
{
    if (addresses.isEmpty() || addresses.contains(known))
        return std::nullopt;
    const auto same = std::ranges::find(addresses, known.protocol(), &QHostAddress::protocol);
    return same == addresses.end() ? addresses.front() : *same;
}

} // namespace streamgauge
