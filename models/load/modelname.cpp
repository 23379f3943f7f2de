// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/modelname.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

bool startsWithDrive(QStringView name)
{
    return name.size() >= 2 && name[1] == u':' && name[0].isLetter() && (name.size() == 2 || name[2] == u'/');
}

bool isModelFile(QStringView name)
{
    static constexpr std::array endings{".gguf"_L1, ".ggml"_L1, ".safetensors"_L1, ".bin"_L1, ".onnx"_L1, ".pt"_L1,
        ".pth"_L1, ".mlpackage"_L1, ".engine"_L1};
    return std::any_of(endings.begin(), endings.end(),
        [name](QLatin1StringView ending) { return name.endsWith(ending, Qt::CaseInsensitive); });
}

bool isPath(QStringView name)
{
    static constexpr std::array beginnings{"/"_L1, "./"_L1, "../"_L1, "~"_L1, "file:"_L1};
    return name.contains(u'\\') || startsWithDrive(name) || isModelFile(name)
        || std::any_of(beginnings.begin(), beginnings.end(),
            [name](QLatin1StringView beginning) { return name.startsWith(beginning, Qt::CaseInsensitive); });
}

bool isSeparator(QChar c)
{
    return c == u'/' || c == u'\\';
}

} // namespace

QString modelNameWithoutPath(const QString &name)
{
    if (!isPath(name))
        return name;
    QStringView rest = name;
    while (!rest.isEmpty() && isSeparator(rest.back()))
        rest.chop(1);
    const auto last = std::find_if(rest.rbegin(), rest.rend(), isSeparator);
    return rest.sliced(rest.rend() - last).toString();
}

} // namespace streamgauge
