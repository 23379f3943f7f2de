// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorprocess.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

#include <unistd.h>

namespace streamgauge {

using namespace Qt::StringLiterals;

namespace {

constexpr int firstLineMs = 10'000;
constexpr qsizetype firstLineLimit = 4096;
constexpr qsizetype keptDiagnostics = 4096;

QString programBesideThisOne()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(u"streamgauge-cli"_s);
}

} // namespace

class SimulatorProcess::Private {
public:
    Private(SimulatorProcess *owner, QString givenProgram);

    void start(const QStringList &extraArguments);
    void readFirstLine();
    void readDiagnostics();
    void ended();
    void notStarted();
    void fail(const QString &code, const QString &message);
    void kill();

    SimulatorProcess *q;
    QString program;
    QString url;
    QByteArray output;
    QByteArray diagnostics; ///< the last that it said on standard error
    QProcess process;
    QTimer firstLineTimer;
    bool failedAlready = false;
};

SimulatorProcess::Private::Private(SimulatorProcess *owner, QString givenProgram)
    : q(owner)
    , program(std::move(givenProgram))
{
    firstLineTimer.setSingleShot(true);
    // Ctrl-C in a terminal is for its owner, who ends it: it must not seem to fail then.
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    connect(&process, &QProcess::readyReadStandardOutput, q, [this] { readFirstLine(); });
    connect(&process, &QProcess::readyReadStandardError, q, [this] { readDiagnostics(); });
    connect(&process, &QProcess::finished, q, [this] { ended(); });
    connect(
        &process, &QProcess::errorOccurred, q,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                notStarted();
        },
        Qt::QueuedConnection);
    connect(&firstLineTimer, &QTimer::timeout, q, [this] {
        fail(u"simulator.answer"_s,
            SimulatorProcess::tr("The simulated endpoint (%1) did not say its address within %2 s. Try again.")
                .arg(program)
                .arg(firstLineMs / 1000));
    });
}

void SimulatorProcess::Private::start(const QStringList &extraArguments)
{
    url.clear();
    output.clear();
    diagnostics.clear();
    failedAlready = false;
    // The pipe to its standard input is what --owned watches: it closes with this process, however that ends.
    process.start(program, QStringList{u"simulate"_s, u"--port"_s, u"0"_s, u"--owned"_s} + extraArguments);
    firstLineTimer.start(firstLineMs);
}

void SimulatorProcess::Private::readFirstLine()
{
    if (!url.isEmpty() || failedAlready) {
        process.readAllStandardOutput();
        return;
    }
    output += process.readAllStandardOutput();
    const qsizetype end = output.indexOf('\n');
    if (end < 0 && output.size() < firstLineLimit)
        return;
    firstLineTimer.stop();
    const QString line = QString::fromUtf8(output.left(end < 0 ? firstLineLimit : end)).trimmed();
    const QString prefix = u"listening on "_s;
    if (!line.startsWith(prefix)) {
        return fail(u"simulator.answer"_s,
            SimulatorProcess::tr("%1 is no simulated endpoint of this program: its first line is \"%2\".")
                .arg(program, line.left(200)));
    }
    url = line.sliced(prefix.size());
    Q_EMIT q->ready(url);
}

void SimulatorProcess::Private::readDiagnostics()
{
    diagnostics += process.readAllStandardError();
    diagnostics = diagnostics.right(keptDiagnostics);
}

void SimulatorProcess::Private::ended()
{
    readDiagnostics();
    const QString said = QString::fromLocal8Bit(diagnostics).trimmed();
    const QString how = said.isEmpty() ? SimulatorProcess::tr("exit code %1").arg(process.exitCode()) : said;
    if (url.isEmpty())
        fail(u"simulator.start"_s, SimulatorProcess::tr("The simulated endpoint did not start: %1").arg(how));
    else
        fail(u"simulator.ended"_s,
            SimulatorProcess::tr("The simulated endpoint has ended: %1. Start it again.").arg(how));
}

void SimulatorProcess::Private::notStarted()
{
    const bool missing = !QFileInfo::exists(program);
    fail(missing ? u"simulator.missing"_s : u"simulator.start"_s,
        missing ? SimulatorProcess::tr("The simulated endpoint's program %1 is not there. Install streamgauge-cli, or "
                                       "build it, beside this program.")
                      .arg(program)
                : SimulatorProcess::tr("The simulated endpoint's program %1 cannot be started: %2.")
                      .arg(program, process.errorString()));
}

void SimulatorProcess::Private::fail(const QString &code, const QString &message)
{
    if (failedAlready)
        return;
    failedAlready = true;
    firstLineTimer.stop();
    url.clear();
    process.kill(); // it keeps nothing that could be lost
    Q_EMIT q->failed({code, message});
}

void SimulatorProcess::Private::kill()
{
    failedAlready = true;
    if (process.state() == QProcess::NotRunning)
        return;
    process.kill();
    process.waitForFinished(1000);
}

SimulatorProcess::SimulatorProcess(QObject *parent)
    : SimulatorProcess(programBesideThisOne(), parent)
{
}

SimulatorProcess::SimulatorProcess(const QString &program, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, program))
{
}

SimulatorProcess::~SimulatorProcess()
{
    d->kill();
}

void SimulatorProcess::start(const QStringList &extraArguments)
{
    if (!isRunning())
        d->start(extraArguments);
}

bool SimulatorProcess::isRunning() const
{
    return d->process.state() != QProcess::NotRunning;
}

QString SimulatorProcess::url() const
{
    return d->url;
}

} // namespace streamgauge
