// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load/promptsynthesizer.h"

#include <QFile>

namespace streamgauge {

namespace {

/// SplitMix64 (Steele, Lea and Flood, 2014). Written out because the standard library's distributions differ between
/// implementations.
class SplitMix64 {
public:
    explicit SplitMix64(quint64 state)
        : m_state(state)
    {
    }

    quint64 next()
    {
        m_state += Q_UINT64_C(0x9E3779B97F4A7C15);
        quint64 z = m_state;
        z = (z ^ (z >> 30)) * Q_UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * Q_UINT64_C(0x94D049BB133111EB);
        return z ^ (z >> 31);
    }

    /// A whole number below `bound`, which must fit 32 bits: the upper half of the product of 32 random bits and it.
    quint64 below(quint64 bound) { return ((next() >> 32) * bound) >> 32; }

private:
    quint64 m_state;
};

/// Two rounds of mixing keep the streams of neighbouring numbers and seeds apart.
SplitMix64 generatorFor(quint64 seed, quint64 number)
{
    return SplitMix64(SplitMix64(SplitMix64(seed).next() ^ number).next());
}

QByteArrayList readWordList()
{
    QFile file(QStringLiteral(":/streamgauge/words/streamgauge-synthetic-v1.txt"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The word list is not part of this program.");
    return file.readAll().trimmed().split('\n');
}

} // namespace

const QByteArrayList &PromptSynthesizer::wordList()
{
    static const QByteArrayList list = readWordList();
    return list;
}

QByteArray PromptSynthesizer::prompt(quint64 seed, quint64 number, int words)
{
    const QByteArrayList &list = wordList();
    SplitMix64 generator = generatorFor(seed, number);
    QByteArray text = "Write a long story with these words. List " + QByteArray::number(number) + ':';
    constexpr qsizetype usualWord = 8; // bytes, with its space
    text.reserve(text.size() + words * usualWord);
    for (int i = 0; i < words; ++i) {
        text += ' ';
        text += list[static_cast<qsizetype>(generator.below(static_cast<quint64>(list.size())))];
    }
    return text;
}

} // namespace streamgauge
