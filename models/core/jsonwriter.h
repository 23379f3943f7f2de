// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>
#include <QStringView>

#include <functional>
#include <optional>
#include <vector>

namespace streamgauge {

/// Writes JSON value by value into a byte array: two-space indent, LF, members in the order given.
/// Numbers as RFC 8785 writes them. The caller opens and closes; an unbalanced use is a programming error (assertion).
/// A long text need not stand in memory: with drainInto() the byte array is emptied whenever it has grown.
class JsonWriter {
public:
    enum class Layout { Lines, OneLine }; ///< OneLine: this container and all within it on one line

    explicit JsonWriter(QByteArray &out, Layout layout = Layout::Lines);

    /// Gets what was written so far, in its order; the rest at flush().
    using Drain = std::function<void(QByteArrayView)>;
    void drainInto(Drain drain) { m_drain = std::move(drain); }
    void flush();

    JsonWriter &beginObject(Layout layout = Layout::Lines);
    JsonWriter &endObject();
    JsonWriter &beginArray(Layout layout = Layout::Lines);
    JsonWriter &endArray();
    JsonWriter &key(QStringView name);

    JsonWriter &null();
    JsonWriter &boolean(bool value);
    JsonWriter &integer(qint64 value);
    JsonWriter &number(double finite);
    JsonWriter &string(QStringView text);
    /// Nanoseconds as milliseconds with up to six decimals, exact.
    JsonWriter &millis(qint64 ns);
    JsonWriter &strings(const QStringList &texts, Layout layout = Layout::OneLine);

    // What may be unknown: null then.
    JsonWriter &boolean(std::optional<bool> value) { return value ? boolean(*value) : null(); }
    JsonWriter &integer(std::optional<qint64> value) { return value ? integer(*value) : null(); }
    JsonWriter &number(std::optional<double> value); ///< null also where JSON has no word for it
    JsonWriter &millis(std::optional<qint64> ns) { return ns ? millis(*ns) : null(); }
    JsonWriter &stringOrNull(QStringView text) { return text.isEmpty() ? null() : string(text); } ///< "" = unknown

    /// JSON text that is already valid, as it is.
    JsonWriter &raw(QByteArrayView json);

private:
    JsonWriter &open(char bracket, bool array, Layout layout);
    void separate();
    void close(char bracket);
    void breakLine();

    struct Level {
        bool array = false;
        bool oneLine = false;
        bool empty = true;
    };
    QByteArray &m_out;
    Drain m_drain;
    std::vector<Level> m_levels;
    bool m_afterKey = false;
    bool m_oneLine = false;
};

} // namespace streamgauge
