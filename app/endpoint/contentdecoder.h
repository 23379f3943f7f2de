// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

namespace streamgauge {

/// Undoes the content coding of a body piece by piece, so that a compressed stream still comes event by event. We ask
/// for none; some servers compress all the same.
class ContentDecoder final {
    Q_DISABLE_COPY_MOVE(ContentDecoder)

public:
    enum class Coding { Identity, Gzip, Deflate, Unknown };
    enum class Status { Fine, Corrupt, TooLarge };

    /// Limits of what a body may swell to: decoded bytes over `maxTotal` once they are `maxRatio` times the wire's.
    static constexpr qint64 maxRatio = 1000;
    static constexpr qint64 maxTotal = qint64{4} * 1024 * 1024;

    /// Of a Content-Encoding value, e.g. "gzip"; "" is Identity.
    [[nodiscard]] static Coding codingOf(QByteArrayView contentEncoding);

    /// Gzip or Deflate.
    explicit ContentDecoder(Coding coding);
    ~ContentDecoder();

    /// Appends what `wire` decodes to; `maxSize` bounds `out` as a whole.
    [[nodiscard]] Status decode(QByteArrayView wire, QByteArray &out, qsizetype maxSize);
    /// The body may end here: nothing came, or its coded form is complete.
    [[nodiscard]] bool atEnd() const;

private:
    class Inflater;

    Coding m_coding;
    std::unique_ptr<Inflater> m_inflater; ///< made at the first byte, which tells the two forms of deflate apart
    qint64 m_wireBytes = 0;
    qint64 m_decodedBytes = 0;
    bool m_atEnd = true;
};

} // namespace streamgauge
