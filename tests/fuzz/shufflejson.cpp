// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/shufflejson.h"

#include "models/core/splitmix64.h"

#include <cstring>

using namespace Qt::StringLiterals;

namespace streamgauge::fuzz {

namespace {

JsonValue oddValue(SplitMix64 &random)
{
    const JsonValue values[] = {JsonValue(), JsonValue(true), JsonValue(false), JsonValue(qint64(0)),
        JsonValue(qint64(-1)), JsonValue(qint64(1)), JsonValue(qint64(1) << 53),
        JsonValue(std::numeric_limits<qint64>::max()), JsonValue(std::numeric_limits<qint64>::min()), JsonValue(0.5),
        JsonValue(-1e308), JsonValue(1e-308), JsonValue(2e9), JsonValue(u""_s), JsonValue(u"succeeded"_s),
        JsonValue(u"null"_s), JsonValue(QString(300, u'x')), JsonValue(JsonValue::Array()),
        JsonValue(JsonValue::Object()), JsonValue(JsonValue::Array(40, JsonValue(qint64(1))))};
    return values[random.below(std::size(values))];
}

qsizetype countOf(const JsonValue &value)
{
    qsizetype count = 1;
    for (const JsonValue &element : value.array())
        count += countOf(element);
    for (const auto &[key, member] : value.object())
        count += countOf(member);
    return count;
}

/// Takes the children of an array or object apart, changes them and puts them together again.
template <typename List>
void changeList(List &list, SplitMix64 &random)
{
    if (list.empty())
        return;
    const auto at = static_cast<std::ptrdiff_t>(random.below(list.size()));
    switch (random.below(3)) {
    case 0:
        list.erase(list.begin() + at);
        break;
    case 1: {
        const auto copy = list[std::size_t(at)]; // of an object a key then stands twice
        list.insert(list.begin() + at, copy);
        break;
    }
    default:
        std::swap(list[std::size_t(at)], list[random.below(list.size())]);
    }
}

JsonValue changed(const JsonValue &value, SplitMix64 &random)
{
    const bool list = value.isArray() || value.isObject();
    if (!list || random.below(3) == 0)
        return oddValue(random);
    if (value.isArray()) {
        JsonValue::Array elements = value.array();
        changeList(elements, random);
        return JsonValue(std::move(elements));
    }
    JsonValue::Object members = value.object();
    changeList(members, random);
    return JsonValue(std::move(members));
}

/// The tree with its value number `at` changed; counts down as it walks.
JsonValue rebuilt(const JsonValue &value, qsizetype &at, SplitMix64 &random)
{
    if (at-- == 0)
        return changed(value, random);
    if (value.isArray()) {
        JsonValue::Array elements;
        for (const JsonValue &element : value.array())
            elements.push_back(rebuilt(element, at, random));
        return JsonValue(std::move(elements));
    }
    if (value.isObject()) {
        JsonValue::Object members;
        for (const auto &[key, member] : value.object())
            members.emplace_back(key, rebuilt(member, at, random));
        return JsonValue(std::move(members));
    }
    return value;
}

} // namespace

JsonValue shuffled(const JsonValue &document, quint32 seed)
{
    SplitMix64 random(seed);
    auto at = static_cast<qsizetype>(random.below(static_cast<quint64>(countOf(document))));
    return rebuilt(document, at, random);
}

std::size_t shuffleJson(std::uint8_t *data, std::size_t size, std::size_t room, quint32 seed)
{
    const auto document = parseJson(QByteArrayView(data, static_cast<qsizetype>(size)));
    if (!document)
        return 0;
    const QByteArray text = compactJson(shuffled(*document, seed));
    if (static_cast<std::size_t>(text.size()) > room)
        return 0;
    std::memcpy(data, text.constData(), static_cast<std::size_t>(text.size()));
    return static_cast<std::size_t>(text.size());
}

} // namespace streamgauge::fuzz
