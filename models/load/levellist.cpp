// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/load/levellist.h"

#include "models/core/format.h"
#include "models/endpoint/serverwords.h"
#include "models/load/loadplan.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Levels {
    Q_DECLARE_TR_FUNCTIONS(LevelList)
};

tl::unexpected<Error> refused(const QString &message)
{
    return failure(u"plan.concurrency"_s, message);
}

tl::unexpected<Error> noLevel(const QString &item)
{
    return refused(Levels::tr("“%1” is no concurrency level; it must be a whole number from 1 to %2.")
                       .arg(item, formatCount(LoadPlan::maxConcurrency)));
}

/// Decimal digits only: toInt() would take a sign too.
Result<int> levelFrom(const QString &item)
{
    const bool digits = std::ranges::all_of(item, [](QChar c) { return c >= u'0' && c <= u'9'; });
    bool fits = false;
    const int level = item.toInt(&fits);
    if (!digits || !fits || level < 1 || level > LoadPlan::maxConcurrency)
        return noLevel(plainExcerpt(item, 40));
    return level;
}

} // namespace

Result<std::vector<int>> levelsFromText(QStringView text)
{
    static const QRegularExpression separator(u"\\s*[,;]\\s*|\\s+"_s, QRegularExpression::UseUnicodePropertiesOption);
    const QString typed = text.trimmed().toString();
    std::vector<int> levels;
    if (typed.isEmpty())
        return tl::unexpected<Error>(checkLevels(levels).error());
    for (const QString &item : typed.split(separator)) {
        if (item.isEmpty()) {
            return refused(Levels::tr("Level %1 of “%2” is empty. Type commas only between two levels.")
                               .arg(QString::number(levels.size() + 1), plainExcerpt(typed, 40)));
        }
        const auto level = levelFrom(item);
        if (!level)
            return tl::unexpected<Error>(level.error());
        if (std::ranges::find(levels, *level) != levels.end()) {
            return refused(Levels::tr("Level %1 is named twice. A run measures each level once: run it again to "
                                      "repeat a level.")
                               .arg(*level));
        }
        levels.push_back(*level);
    }
    return levels;
}

QString levelsAsText(const std::vector<int> &levels)
{
    QStringList items;
    for (const int level : levels)
        items << QString::number(level);
    return items.join(u", "_s);
}

QString levelsInWords(const std::vector<int> &levels)
{
    QStringList items;
    for (const int level : levels)
        items << formatCount(level);
    return formatList(items);
}

Result<void> checkLevels(const std::vector<int> &levels)
{
    if (levels.empty())
        return refused(Levels::tr("There is no concurrency level. Give at least one, such as 1,8,32."));
    for (const int level : levels) {
        if (level < 1 || level > LoadPlan::maxConcurrency)
            return noLevel(QString::number(level));
    }
    return {};
}

} // namespace streamgauge
