// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <utility>
#include <vector>

namespace streamgauge {

/// Status line and fields of the final response; 1xx responses before it and trailers after it are passed over.
class ResponseHead final {
public:
    static constexpr qsizetype maxBytes = qsizetype{256} * 1024;
    using Field = std::pair<QByteArray, QByteArray>;

    /// One line as it came, with its line end. False when all lines together have passed maxBytes.
    [[nodiscard]] bool addLine(QByteArrayView line);

    /// 0 until the final status line.
    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] const QByteArray &reason() const { return m_reason; }
    /// The empty line after the fields came.
    [[nodiscard]] bool complete() const { return m_complete; }
    /// In the order of arrival; a field that came several times stands once, its values joined by ", ".
    [[nodiscard]] const std::vector<Field> &fields() const { return m_fields; }
    /// "" where there is none.
    [[nodiscard]] QByteArray value(QByteArrayView name) const;

private:
    void addStatusLine(QByteArrayView line);
    void addField(QByteArrayView line);

    qsizetype m_bytes = 0;
    int m_status = 0;
    bool m_interim = false;
    bool m_complete = false;
    QByteArray m_reason;
    std::vector<Field> m_fields;
};

} // namespace streamgauge
