// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/threads/handover.h"

#include <QEventLoop>
#include <QMetaObject>

namespace streamgauge {

/// The life of `host` in its thread: its slot `first` runs first in the loop, then `taker` whenever orders came, until
/// the loop is quit. Orders from before are waiting when `first` runs.
template <typename Host, typename Order>
void serveLoop(QEventLoop &loop, Host &host, Handover<Order> &orders, const char *first, const char *taker)
{
    orders.setBell([&host, taker] { QMetaObject::invokeMethod(&host, taker, Qt::QueuedConnection); });
    QMetaObject::invokeMethod(&host, first, Qt::QueuedConnection);
    loop.exec();
    orders.setBell({});
}

} // namespace streamgauge
