// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endpoint/contentdecoder.h"

#include <zlib.h>

#include <array>

namespace streamgauge {

class ContentDecoder::Inflater final {
    Q_DISABLE_COPY_MOVE(Inflater)

public:
    explicit Inflater(int windowBits) { inflateInit2(&stream, windowBits); }
    ~Inflater() { inflateEnd(&stream); }

    z_stream stream{};
};

ContentDecoder::Coding ContentDecoder::codingOf(QByteArrayView contentEncoding)
{
    const QByteArray name = contentEncoding.trimmed().toByteArray().toLower();
    if (name.isEmpty() || name == "identity")
        return Coding::Identity;
    if (name == "gzip" || name == "x-gzip")
        return Coding::Gzip;
    return name == "deflate" ? Coding::Deflate : Coding::Unknown;
}

ContentDecoder::ContentDecoder(Coding coding)
    : m_coding(coding)
{
}

ContentDecoder::~ContentDecoder() = default;

ContentDecoder::Status ContentDecoder::decode(QByteArrayView wire, QByteArray &out, qsizetype maxSize)
{
    if (wire.isEmpty())
        return Status::Fine;
    if (!m_inflater) {
        // Some servers send "deflate" without its zlib header, whose first byte ends in 8.
        const bool bare = m_coding == Coding::Deflate && (wire.front() & 0x0f) != 8;
        m_inflater = std::make_unique<Inflater>(bare ? -MAX_WBITS
                : m_coding == Coding::Gzip           ? MAX_WBITS + 16
                                                     : MAX_WBITS);
        m_atEnd = false;
    }
    m_wireBytes += wire.size();
    QByteArray input = wire.toByteArray(); // zlib wants it writable
    z_stream &stream = m_inflater->stream;
    stream.next_in = reinterpret_cast<Bytef *>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    std::array<char, 16384> piece;
    do {
        if (m_atEnd)
            inflateReset(&stream); // a gzip body may have several members
        stream.next_out = reinterpret_cast<Bytef *>(piece.data());
        stream.avail_out = piece.size();
        const int code = inflate(&stream, Z_SYNC_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return Status::Corrupt;
        m_atEnd = code == Z_STREAM_END;
        const auto size = static_cast<qsizetype>(piece.size() - stream.avail_out);
        m_decodedBytes += size;
        if (out.size() + size > maxSize || (m_decodedBytes > maxTotal && m_decodedBytes > maxRatio * m_wireBytes))
            return Status::TooLarge;
        // Asked to, it grows in place; left to itself it is copied, and then both stand in memory at once.
        if (out.size() + size > out.capacity())
            out.reserve(2 * (out.size() + size));
        out.append(piece.data(), size);
    } while (stream.avail_in > 0 || (stream.avail_out == 0 && !m_atEnd));
    return Status::Fine;
}

bool ContentDecoder::atEnd() const
{
    return m_atEnd;
}

} // namespace streamgauge
