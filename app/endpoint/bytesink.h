// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace streamgauge {

class CurlReply;

/// Takes body bytes straight from the transport, in order, each piece with the steady stamp of the read that brought
/// it. Called in the delivery part of the loop's turn: deleting, aborting and posting are all legal inside.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    virtual void received(CurlReply &reply, QByteArrayView bytes, qint64 arrivalNs) = 0;
};

} // namespace streamgauge
