// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/load/requestrecord.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

#include <vector>

namespace streamgauge::test {

/// How the bytes of a response are cut into writes.
enum class Delivery { Whole, SingleBytes, Segments, MarkedCuts };

/// One response under fixtures/streams and what a right client makes of it.
struct StreamCase {
    QString name;
    QByteArray response;
    QJsonObject expected;

    /// What happens behind the last byte: "", "close", "reset", "hold" or "hold_open_idle".
    [[nodiscard]] QString then() const;
    [[nodiscard]] std::vector<QByteArray> pieces(Delivery delivery) const;
    /// Every field that differs from what the case expects, in words; empty when all is right.
    [[nodiscard]] QStringList differences(const StreamFacts &facts, const RequestRecord &record) const;
};

[[nodiscard]] std::vector<StreamCase> allStreamCases();
[[nodiscard]] const char *deliveryName(Delivery delivery);
[[nodiscard]] std::vector<QByteArray> cutInto(const QByteArray &bytes, Delivery delivery);

} // namespace streamgauge::test
