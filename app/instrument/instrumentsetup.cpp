// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentsetup.h"

#include "models/core/format.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(InstrumentSetup)
};

} // namespace

Result<void> InstrumentSetup::check() const
{
    if (concurrency < 1 || concurrency > InstrumentCheck::maxConcurrency) {
        return failure(u"instrument.concurrency"_s,
            Text::tr("%1 is no number of streams: it is from 1 to %2.")
                .arg(formatCount(concurrency), formatCount(InstrumentCheck::maxConcurrency)));
    }
    if (intervalMs < 1 || intervalMs > InstrumentCheck::maxIntervalMs) {
        return failure(u"instrument.interval"_s,
            Text::tr("%1 is no interval: it is from 1 to %2 ms.")
                .arg(formatCount(intervalMs), formatCount(InstrumentCheck::maxIntervalMs)));
    }
    return {};
}

} // namespace streamgauge
