// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/instrument/instrumentsetup.h"

#include "app/endpoint/descriptorlimit.h"
#include "models/core/format.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

/// What the program has open beside its slots: files, timers, a display.
constexpr quint64 otherDescriptors = 64;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(InstrumentSetup)
};

} // namespace

Result<void> InstrumentSetup::check(quint64 openFiles) const
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
    const quint64 needed = static_cast<quint64>(concurrency) * descriptorsASlot + otherDescriptors;
    if (openFiles >= needed)
        return {};
    const quint64 fitting = openFiles > otherDescriptors ? (openFiles - otherDescriptors) / descriptorsASlot : 0;
    return failure(u"instrument.descriptors"_s,
        Text::tr("%1 streams need %2 open files, and this system allows the program %3: ask for at most %4 streams, or "
                 "raise the limit (ulimit -Hn).")
            .arg(formatCount(concurrency), formatCount(static_cast<qint64>(needed)),
                formatCount(static_cast<qint64>(openFiles)), formatCount(static_cast<qint64>(fitting))));
}

} // namespace streamgauge
