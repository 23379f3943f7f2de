// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/sha256.h"

#include <openssl/evp.h>

#include <array>

namespace streamgauge {

void Sha256::Free::operator()(evp_md_ctx_st *context) const
{
    EVP_MD_CTX_free(context);
}

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new())
{
    EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr);
}

void Sha256::add(QByteArrayView bytes)
{
    EVP_DigestUpdate(m_context.get(), bytes.data(), static_cast<std::size_t>(bytes.size()));
}

QByteArray Sha256::hex() const
{
    // Taking the sum ends a context, so it is taken of a copy.
    const std::unique_ptr<evp_md_ctx_st, Free> copy(EVP_MD_CTX_new());
    EVP_MD_CTX_copy_ex(copy.get(), m_context.get());
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(copy.get(), sum.data(), &length);
    return QByteArrayView(sum.data(), static_cast<qsizetype>(length)).toByteArray().toHex();
}

} // namespace streamgauge
