// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/endpointsettings.h"
#include "models/endpoint/probereport.h"
#include "ui/backends.h"
#include "ui/connect/connectchoices.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>

namespace streamgauge {

class ProbeStepsModel;

/// The endpoint that the window talks about: what was typed, the connection test under way and what it found. The key
/// stays in memory and leaves it with the program. The latest test wins; an older one is cancelled and not listened to.
class EndpointSession final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointSession)

public:
    enum class State {
        Idle, ///< nothing tested
        StartingSimulator,
        Testing,
        NeedsModel, ///< several models are served (or the wanted one is not): report() lists them
        Connected,
        Failed, ///< error() says why
    };

    explicit EndpointSession(Backends backends, QObject *parent = nullptr);

    /// Tests an address as typed. "" as model = the only one served.
    void connectTo(
        const QString &address, const QByteArray &key, const QString &model = {}, const ConnectChoices &choices = {});
    /// Starts the built-in endpoint where it is not running yet, then tests it.
    void trySimulator();
    /// The same endpoint with another of its models.
    void chooseModel(const QString &model);
    /// The same endpoint, its certificate trusted and no other, for as long as it is the endpoint talked about.
    void trustCertificate();
    /// The same endpoint, judged by the authorities again.
    void trustAuthorities();
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state == State::StartingSimulator || m_state == State::Testing; }
    /// It failed before anything was sent: what was typed is no address, key, proxy or header.
    [[nodiscard]] bool inputIsWrong() const { return m_state == State::Failed && m_inputIsWrong; }
    [[nodiscard]] bool isConnected() const { return m_state == State::Connected; }
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// Where a refused certificate is why the test failed.
    [[nodiscard]] const std::optional<Probe::Untrusted> &untrusted() const { return m_untrusted; }
    [[nodiscard]] const std::optional<EndpointSettings> &settings() const { return m_settings; }
    [[nodiscard]] const ProbeReport &report() const { return m_report; }
    [[nodiscard]] ProbeStepsModel *steps() const { return m_steps; }
    /// Seconds since the last step was taken, while a test is under way.
    [[nodiscard]] double secondsWaiting() const;

Q_SIGNALS:
    void changed();
    void addressChosen(const QString &address); ///< the simulated endpoint's
    void stepsTaken();

private:
    void setState(State state);
    void fail(const Error &error);
    void test(EndpointSettings settings);
    void trust(const QByteArray &sha256);
    void takeSteps();
    void finishTest();
    /// A model to choose is no failure, and what error() says is not said again.
    void putLastStepInOtherWords(bool modelIsTheQuestion);
    void dropProbe();
    void simulatorReady(const QString &url);

    Backends m_backends;
    ProbeStepsModel *m_steps;
    SimulatorSource *m_simulator = nullptr;
    ProbeSource *m_probe = nullptr;
    std::optional<EndpointSettings> m_settings;
    std::optional<Error> m_error;
    std::optional<Probe::Untrusted> m_untrusted;
    ProbeReport m_report;
    QElapsedTimer m_sinceStep;
    State m_state = State::Idle;
    bool m_inputIsWrong = false;
};

} // namespace streamgauge
