// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArrayView>

namespace streamgauge::fuzz {

/// Ends the program where something that must hold does not: the fuzzer keeps the input as a finding.
void require(bool holds, const char *what, QByteArrayView detail = {});

/// The same for two JSON texts that have to say the same; 0 and 0.0 do.
void requireSameJson(QByteArrayView one, QByteArrayView other, const char *what);

/// The same for two texts that have to be equal; both are shown.
void requireSame(QByteArrayView one, QByteArrayView other, const char *what);

/// An error has a code and words; these are one plain line of bounded length, whatever they quote.
void requireWords(const Error &error);

} // namespace streamgauge::fuzz
