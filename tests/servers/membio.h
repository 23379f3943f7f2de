// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <openssl/bio.h>

#include <memory>

namespace streamgauge::test {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

/// A reader of a copy of the text, so that the text may go.
[[nodiscard]] inline Bio bioOf(const QByteArray &text)
{
    Bio bio(BIO_new(BIO_s_mem()), &BIO_free);
    BIO_write(bio.get(), text.constData(), static_cast<int>(text.size()));
    return bio;
}

} // namespace streamgauge::test
