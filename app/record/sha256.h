// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

struct evp_md_ctx_st;

namespace streamgauge {

/// The SHA-256 of what was added so far; more may be added after it was asked for.
class Sha256 final {
public:
    Sha256();

    void add(QByteArrayView bytes);
    [[nodiscard]] QByteArray hex() const; ///< lower case

private:
    struct Free {
        void operator()(evp_md_ctx_st *context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
};

} // namespace streamgauge
