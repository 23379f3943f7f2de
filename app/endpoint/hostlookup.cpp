// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/hostlookup.h"

#include <utility>

namespace streamgauge {

HostLookup::~HostLookup()
{
    cancel();
}

void HostLookup::start(const QString &host)
{
    cancel();
    // By name, not by a function: Qt 6.4 calls the function a second time, freed, when the application quits from
    // another thread right after the first call.
    m_id = QHostInfo::lookupHost(host, this, SLOT(answered(QHostInfo)));
}

void HostLookup::cancel()
{
    if (m_id >= 0)
        QHostInfo::abortHostLookup(std::exchange(m_id, -1));
}

void HostLookup::answered(const QHostInfo &info)
{
    if (info.lookupId() != m_id)
        return; // of one that was cancelled
    m_id = -1;
    Q_EMIT finished(info);
}

} // namespace streamgauge
