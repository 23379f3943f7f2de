// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/endpoint/chatrequest.h"
#include "app/endpoint/endpointsettings.h"
#include "app/endpoint/optionladder.h"
#include "models/core/clock.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace streamgauge {

class StreamAccessManager;

/// The small streaming request of the connection test (load method, step 2) with its fallbacks, and what the server
/// does with the connection afterwards.
class SmallRequest final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SmallRequest)

public:
    struct Outcome {
        RequestOptions accepted;
        StreamFacts facts; ///< of the last attempt
        bool limitIgnored = false; ///< closed by us after so many chunks
        std::optional<bool> keepsConnection;
        QUrl base;
    };

    /// `bases`: the one to use, and where no model list told which one it is, the other one for a 404.
    SmallRequest(StreamAccessManager &manager, const Clock &clock, const EndpointSettings &settings,
        std::vector<QUrl> bases, QString model, qint64 timeoutNs, QObject *parent = nullptr);
    ~SmallRequest() override;

    void start();
    void cancel();
    [[nodiscard]] Outcome takeOutcome() { return std::move(m_outcome); }

Q_SIGNALS:
    void loading(const QString &words);
    void finished();

private:
    void send();
    void ended();
    void idle();
    void lookAtConnection();
    [[nodiscard]] bool tryAnother(const StreamFacts &facts);

    StreamAccessManager &m_manager;
    const Clock &m_clock;
    const EndpointSettings &m_settings;
    std::vector<QUrl> m_bases;
    QString m_model;
    qint64 m_timeoutNs = 0;
    qint64 m_deadlineNs = 0;
    quint64 m_number = 0;
    OptionLadder m_ladder;
    ChatRequest m_request;
    QTimer m_again;
    QTimer m_look;
    qint64 m_endedNs = 0;
    bool m_final = false; ///< the attempt that ended is the last one
    bool m_streamEnded = false;
    Outcome m_outcome;
};

} // namespace streamgauge
