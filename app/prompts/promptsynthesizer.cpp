// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/prompts/promptsynthesizer.h"

#include "models/core/splitmix64.h"

#include <QFile>

namespace streamgauge {

namespace {

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
