// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/recordcheck.h"

#include "models/core/jsoncursor.h"
#include "models/core/plaintext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Check {
    Q_DECLARE_TR_FUNCTIONS(RecordCheck)
};

/// A key may hold anything, and be as long as the file.
QString shown(const QString &pointer)
{
    constexpr qsizetype longest = 1000;
    return plainExcerpt(pointer, longest);
}

QString shown(const JsonValue &value)
{
    constexpr qsizetype longest = 80;
    return plainExcerpt(QString::fromUtf8(compactJson(value)), longest);
}

Error shapeError(const QString &message)
{
    return {u"results.shape"_s, message};
}

std::optional<Error> differenceOfObjects(
    const JsonValue &computed, const JsonValue &stated, const QString &pointer, Members members)
{
    const bool all = members == Members::All;
    const auto place = [&pointer](const QString &key) -> QString { return pointer + u'/' + pointerToken(key); };
    for (const auto &[key, value] : stated.object()) {
        if (all && !computed.find(key))
            return shapeError(
                Check::tr("%1 is not a key of this format, or not with these samples.").arg(shown(place(key))));
    }
    for (const auto &[key, value] : computed.object()) {
        const JsonValue *other = stated.find(key);
        if (!other && all)
            return shapeError(Check::tr("%1 is missing.").arg(shown(place(key))));
        if (!other)
            continue;
        if (auto difference = firstDifference(value, *other, place(key), members))
            return difference;
    }
    return std::nullopt;
}

std::optional<Error> differenceOfArrays(
    const JsonValue &computed, const JsonValue &stated, const QString &pointer, Members members)
{
    for (std::size_t i = 0; i < computed.array().size(); ++i) {
        const QString place = pointer + u'/' + QString::number(i);
        if (auto difference = firstDifference(computed.array()[i], stated.array()[i], place, members))
            return difference;
    }
    return std::nullopt;
}

bool sameKind(const JsonValue &a, const JsonValue &b)
{
    return a.type() == b.type() || (a.isNumber() && b.isNumber()) || a.isNull() || b.isNull();
}

bool sameValue(const JsonValue &a, const JsonValue &b)
{
    return a.isNumber() && b.isNumber() ? a.toDouble() == b.toDouble() : a == b;
}

} // namespace

std::optional<Error> firstDifference(
    const JsonValue &computed, const JsonValue &stated, const QString &pointer, Members members)
{
    if (computed.isObject() && stated.isObject())
        return differenceOfObjects(computed, stated, pointer, members);
    if (computed.isArray() && stated.isArray() && computed.array().size() == stated.array().size())
        return differenceOfArrays(computed, stated, pointer, members);
    if (!sameKind(computed, stated) || stated.isObject() || stated.isArray())
        return shapeError(Check::tr("%1 has a value of the wrong type.").arg(shown(pointer)));
    if (sameValue(computed, stated))
        return std::nullopt;
    return Error{u"results.mismatch"_s,
        Check::tr("%1 is %2, but what the file holds in local says %3. The file was changed, or another program wrote "
                  "it.")
            .arg(shown(pointer), shown(stated), shown(computed))};
}

} // namespace streamgauge
