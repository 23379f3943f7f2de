// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace streamgauge {

/// One JSON value as strictly read: 3 and 3.0 are different types, members keep their order, no key stands twice.
class JsonValue {
public:
    enum class Type { Null, Bool, Integer, Double, String, Array, Object };
    using Array = std::vector<JsonValue>;
    using Member = std::pair<QString, JsonValue>;
    using Object = std::vector<Member>;

    JsonValue() = default;
    explicit JsonValue(bool value)
        : m_value(value)
    {
    }
    explicit JsonValue(qint64 value)
        : m_value(value)
    {
    }
    explicit JsonValue(double value)
        : m_value(value)
    {
    }
    explicit JsonValue(QString value)
        : m_value(std::move(value))
    {
    }
    explicit JsonValue(Array value)
        : m_value(std::move(value))
    {
    }
    explicit JsonValue(Object value)
        : m_value(std::move(value))
    {
    }

    [[nodiscard]] Type type() const { return static_cast<Type>(m_value.index()); }
    [[nodiscard]] bool isNull() const { return type() == Type::Null; }
    [[nodiscard]] bool isNumber() const { return type() == Type::Integer || type() == Type::Double; }
    [[nodiscard]] bool isString() const { return type() == Type::String; }
    [[nodiscard]] bool isArray() const { return type() == Type::Array; }
    [[nodiscard]] bool isObject() const { return type() == Type::Object; }

    [[nodiscard]] bool toBool(bool otherwise = false) const;
    [[nodiscard]] qint64 toInteger(qint64 otherwise = 0) const; ///< Integer only
    [[nodiscard]] double toDouble(double otherwise = 0) const; ///< Integer or Double
    [[nodiscard]] QString toString() const; ///< "" unless a string
    [[nodiscard]] const Array &array() const; ///< empty unless an array
    [[nodiscard]] const Object &object() const; ///< empty unless an object

    /// The member of that name, or nullptr.
    [[nodiscard]] const JsonValue *find(QStringView key) const;
    /// The member of that name, or a null value.
    [[nodiscard]] const JsonValue &operator[](QStringView key) const;

    friend bool operator==(const JsonValue &, const JsonValue &) = default;

private:
    std::variant<std::monostate, bool, qint64, double, QString, Array, Object> m_value;
};

struct JsonLimits {
    int depth = 64;
    qsizetype bytes = qsizetype(1) << 30;
};

/// Reads one whole JSON text of RFC 8259: UTF-8, no BOM, no NaN, no comment, nothing behind the value.
/// An integer beyond 64 bits is a Double. Errors: json.empty, json.syntax, json.duplicate_key, json.depth, json.size,
/// json.utf8; the message names line and column.
[[nodiscard]] Result<JsonValue> parseJson(QByteArrayView utf8, const JsonLimits &limits = {});

/// A text that comes piece by piece; an empty piece is its end.
using JsonPieces = std::function<QByteArray()>;

/// Takes the elements of large arrays one by one, so that they never stand in memory together.
class JsonTaker {
public:
    virtual ~JsonTaker() = default;

    /// Whether the elements of the array at this JSON Pointer are to be given to take(); in the document it is empty.
    [[nodiscard]] virtual bool wants(const QString &arrayPointer) = 0;
    /// The next element of that array. What is wanted inside a wanted array is not asked.
    virtual void take(const QString &arrayPointer, std::size_t index, JsonValue element) = 0;

protected:
    JsonTaker() = default;
    JsonTaker(const JsonTaker &) = default;
    JsonTaker(JsonTaker &&) = default;
    JsonTaker &operator=(const JsonTaker &) = default;
    JsonTaker &operator=(JsonTaker &&) = default;
};

/// The same from a text of any length. `limits.bytes` bounds each element that is taken, and all the rest together.
[[nodiscard]] Result<JsonValue> parseJson(const JsonPieces &pieces, JsonTaker &taker, const JsonLimits &limits = {});

/// As written by RFC 8785: shortest digits that read back, ECMAScript's form.
[[nodiscard]] QByteArray jsonNumber(double finite);
/// Lone surrogates become U+FFFD.
[[nodiscard]] QByteArray jsonString(QStringView text);

/// The canonical form of RFC 8785: keys sorted by UTF-16 units, no white space.
[[nodiscard]] QByteArray canonicalJson(const JsonValue &value);

/// As above but with the members in their order.
[[nodiscard]] QByteArray compactJson(const JsonValue &value);

} // namespace streamgauge
