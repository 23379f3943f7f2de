// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.h"

#include "app/threads/stopsignals.h"
#include "models/core/version.h"
#include "ui/about.h"
#include "ui/backends.h"
#include "ui/displayguard.h"
#include "ui/mainwindow.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSocketNotifier>
#include <QStandardPaths>

#include <cstdio>
#include <cstring>
#include <optional>

using namespace Qt::StringLiterals;

namespace streamgauge {

namespace {

constexpr int usageError = 2;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Application)
};

void print(std::FILE *stream, const QString &text)
{
    std::fputs(text.toLocal8Bit().constData(), stream);
}

/// The exit code when the arguments ask for a text, or make no sense; nothing when the window is to be shown.
std::optional<int> answeredInText(QCommandLineParser &parser)
{
    parser.setApplicationDescription(Words::tr("Measures OpenAI-compatible streaming chat endpoints."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addPositionalArgument(u"file"_s, Words::tr("A saved result to open."), u"[file]"_s);
    const bool understood = parser.parse(QCoreApplication::arguments());
    if (!understood || parser.positionalArguments().size() > 1) {
        print(
            stderr, (understood ? Words::tr("One results file at a time can be opened.") : parser.errorText()) + u'\n');
        return usageError;
    }
    if (parser.isSet(help)) {
        print(stdout, parser.helpText());
        return 0;
    }
    if (parser.isSet(version)) {
        print(stdout, u"streamgauge "_s + buildInWords() + u'\n');
        return 0;
    }
    return std::nullopt;
}

bool asksForText(int argc, char *argv[])
{
    for (int i = 1; i < argc; ++i) {
        for (const char *option : {"-v", "--version", "-h", "--help", "--help-all"}) {
            if (std::strcmp(argv[i], option) == 0)
                return true;
        }
    }
    return false;
}

} // namespace

int runWindow(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(u"streamgauge"_s);
    QCoreApplication::setApplicationVersion(QString::fromUtf8(versionNumber));
    QCommandLineParser parser;
    if (asksForText(argc, argv)) { // answered without a display
        const QCoreApplication application(argc, argv);
        return answeredInText(parser).value_or(usageError);
    }
    std::optional<DisplayGuard> guard(std::in_place);
    QApplication application(argc, argv);
    guard.reset();
    if (const std::optional<int> exitCode = answeredInText(parser))
        return *exitCode;
    QGuiApplication::setApplicationDisplayName(u"Streamgauge"_s);
    Theme::install(application);
    MainWindow window(
        realBackends(), QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/results"_s);
    window.show();
    const StopSignals signals;
    QSocketNotifier stop(signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &window, [&window, &stop] {
        stop.setEnabled(false);
        window.stopAndClose();
    });
    for (const QString &file : parser.positionalArguments())
        window.openFile(file);
    return QApplication::exec();
}

} // namespace streamgauge
