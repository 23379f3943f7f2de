// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/displayguard.h"

#include "app/endpoint/exitcode.h"

#include <QCoreApplication>
#include <QString>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DisplayGuard)
};

struct Message {
    QtMsgType type;
    QByteArray category;
    QString text;
};

QtMessageHandler handlerBefore = nullptr;
std::vector<Message> held;

/// What Qt's platform plugins said first is the cause; the fatal message behind it only names the plugins.
QString cause(const QString &fatal)
{
    const auto first =
        std::ranges::find_if(held, [](const Message &message) { return message.category.startsWith("qt.qpa."); });
    const QString words = (first == held.end() ? fatal : first->text).simplified();
    const bool named = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    return named || !words.contains("to display"_L1) ? words : Words::tr("the variable DISPLAY names none");
}

void hold(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type != QtFatalMsg) {
        held.push_back({type, context.category, text});
        return;
    }
    const QString sentence =
        Words::tr("streamgauge: no display for the window: %1. Set DISPLAY to one that can be reached, or use "
                  "streamgauge-cli, which needs none.")
            .arg(cause(text));
    std::fputs((sentence + u'\n').toLocal8Bit().constData(), stderr);
    // Behind this handler Qt aborts.
    std::_Exit(exitcode::usage);
}

} // namespace

DisplayGuard::DisplayGuard()
{
    held.clear();
    handlerBefore = qInstallMessageHandler(hold);
}

DisplayGuard::~DisplayGuard()
{
    qInstallMessageHandler(handlerBefore);
    for (const Message &message : held)
        qt_message_output(
            message.type, QMessageLogContext(nullptr, 0, nullptr, message.category.constData()), message.text);
}

} // namespace streamgauge
