// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/json.h"

#include <QDateTime>
#include <QString>

#include <initializer_list>
#include <limits>
#include <optional>

namespace streamgauge {

/// A place in a JSON document that is read into values of our own. What is missing or of a wrong type or range is noted
/// with its JSON Pointer, and a harmless value is returned: a reader asks for everything first and looks at the first
/// problem at its end. Document and problem must outlive the cursor.
class JsonCursor {
public:
    /// The first thing that was wrong; later ones may follow from it.
    struct Problem {
        QString code; ///< of the error, such as "results.shape"
        std::optional<Error> first;
    };

    JsonCursor(const JsonValue &value, Problem &problem, QString pointer = {});

    [[nodiscard]] const JsonValue &value() const { return *m_value; }
    [[nodiscard]] const QString &pointer() const { return m_pointer; }
    [[nodiscard]] bool isNull() const { return m_value->isNull(); }
    /// A member that must be there.
    [[nodiscard]] JsonCursor operator[](QStringView key) const;
    /// A member that older writers did not know: null where it is missing.
    [[nodiscard]] JsonCursor ifThere(QStringView key) const;

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString textOrNull() const; ///< "" for null
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::optional<bool> booleanOrNull() const;
    [[nodiscard]] qint64 integer(qint64 low = 0, qint64 high = std::numeric_limits<qint64>::max()) const;
    [[nodiscard]] std::optional<qint64> integerOrNull(qint64 low = 0) const;
    [[nodiscard]] int count() const; ///< an integer from 0 that fits an int
    [[nodiscard]] double number() const;
    [[nodiscard]] std::optional<double> numberOrNull() const;
    /// Some place below this one, by the rest of its JSON Pointer: to say what is wrong there. Has no value.
    [[nodiscard]] JsonCursor at(const QString &rest) const;
    /// Milliseconds, not negative, as whole nanoseconds.
    [[nodiscard]] qint64 millis() const;
    [[nodiscard]] std::optional<qint64> millisOrNull() const;
    /// UTC to the second, such as 2026-01-31T12:00:00Z, exactly as the writers write it.
    [[nodiscard]] QDateTime moment() const;

    /// Calls with a cursor for each element; notes what is no array.
    template <typename Function>
    void forEach(Function function) const
    {
        const JsonValue::Array &array = elements();
        for (std::size_t i = 0; i < array.size(); ++i)
            function(JsonCursor(array[i], *m_problem, m_pointer + QLatin1Char('/') + QString::number(i)));
    }
    /// Calls with key and cursor of each member; notes what is no object.
    template <typename Function>
    void forEachMember(Function function) const
    {
        for (const JsonValue::Member &member : members())
            function(member.first, JsonCursor(member.second, *m_problem, memberPointer(member.first)));
    }

    /// Notes any member but these.
    void allowOnly(std::initializer_list<QStringView> keys) const;
    /// Notes that this value is not as it must be; `what` goes on from the pointer: "is 3; it must be 1".
    void refuse(const QString &what) const;

private:
    [[nodiscard]] const JsonValue::Array &elements() const;
    [[nodiscard]] const JsonValue::Object &members() const;
    [[nodiscard]] QString memberPointer(QStringView key) const;
    void expected(const QString &type) const;

    const JsonValue *m_value;
    Problem *m_problem;
    QString m_pointer;
};

/// A JSON Pointer's token (RFC 6901): ~ and / escaped.
[[nodiscard]] QString pointerToken(QStringView key);

} // namespace streamgauge
